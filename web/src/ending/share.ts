// The picture leaves the device as its owner likes: by the device's own sheet where there is one, else as a file.

export type Shared = "sent" | "saved" | "failed";

export async function sharePicture(png: Blob | null, name: string, text: string): Promise<Shared> {
  if (png === null) return "failed";
  const file = new File([png], name, { type: "image/png" });
  if (typeof navigator.canShare === "function" && navigator.canShare({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text });
      return "sent";
    } catch (refusal) {
      if (refusal instanceof DOMException && refusal.name === "AbortError") return "sent"; // closed again, as wished
    }
  }
  return save(png, name);
}

function save(png: Blob, name: string): Shared {
  const address = URL.createObjectURL(png);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return "saved";
}
