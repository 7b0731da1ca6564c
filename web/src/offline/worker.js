// The client without a network: its files are kept, every page comes up, and says by itself what is missing.
// Live games are never answered from here. The build fills in FILES and VERSION.
const FILES = __FILES__;
const KEPT = "slamdeck-__VERSION__";
const GAMES = "/api/games";

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepAll());
});

async function keepAll() {
  const cache = await caches.open(KEPT);
  await cache.addAll(["/", ...FILES]);
  // Pages that were open before have asked for the games already, past this worker. Rules are read from them.
  await cache.add(GAMES).catch(() => undefined);
}

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOldOnes().then(() => self.clients.claim()));
});

async function forgetOldOnes() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
}

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin) return;
  if (event.request.mode === "navigate") event.respondWith(fetch(event.request).catch(() => caches.match("/")));
  else if (pathname === GAMES) event.respondWith(freshIfPossible(event.request));
  else if (FILES.includes(pathname)) event.respondWith(kept(event.request));
});

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}

async function freshIfPossible(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(KEPT)).put(GAMES, answer.clone());
    return answer;
  } catch (gone) {
    const known = await caches.match(GAMES);
    if (known) return known;
    throw gone;
  }
}
