import { texts } from "../texts";

export const linkTo = (code: string): string => `${location.origin}/t/${code}`;

/** The device's own sheet where there is one, the clipboard otherwise. True: it was copied. */
export async function share(code: string, game: string): Promise<boolean> {
  const url = linkTo(code);
  try {
    if (navigator.share !== undefined && matchMedia("(hover: none)").matches) {
      await navigator.share({ title: texts.title, text: texts.invite.text(game), url });
      return false;
    }
    await navigator.clipboard.writeText(url);
    return true;
  } catch {
    return false; // closed again, or refused: the address is on the screen anyway
  }
}
