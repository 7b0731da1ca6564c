// Keeps the client for times without a network. Browsers allow it on https and on this computer only.

export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register("/worker.js").catch(() => undefined); // refused: the game works without it
  });
}
