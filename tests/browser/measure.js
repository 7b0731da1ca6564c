// Looks at a board as it is on the screen and lists what nobody should see: cards too small to read, controls that
// something covers, words that are cut off or lie on other words, a page that scrolls. It knows no game: own cards are
// cards in a zone of the own seat, piles are shared cards that lie face up, zones are what sends a hand or a shout.
(wanted) => {
  const { me, zoneVerbs, zoneShare, scrolls, least } = wanted;
  const found = [];
  const W = innerWidth, H = innerHeight;
  const tell = (what, node) => found.push(`${what}: ${describe(node)}`);
  const describe = (node) => {
    const box = node.getBoundingClientRect();
    const name = node.getAttribute?.("aria-label") || node.dataset?.move || node.textContent?.trim().slice(0, 40) || "";
    const own = typeof node.className === "string" ? node.className.replace(/s-\S+|svelte-\S+/g, "").trim() : "";
    return `<${node.tagName.toLowerCase()} .${own}> "${name}" ${Math.round(box.width)}×${Math.round(box.height)} at ${Math.round(box.left)},${Math.round(box.top)}`;
  };
  // Nothing moves while this looks at it, and most of what is asked about a node is asked about its neighbours, too.
  const remembered = (find) => {
    const known = new Map();
    return (node) => {
      if (!known.has(node)) known.set(node, find(node));
      return known.get(node);
    };
  };
  const isThere = remembered((node) => {
    if (node.matches("[inert], .hidden-words, template")) return false;
    const style = getComputedStyle(node);
    if (style.visibility === "hidden" || style.display === "none" || Number(style.opacity) < 0.05) return false;
    return node.parentElement === null || isThere(node.parentElement);
  });
  const shown = remembered((node) => {
    const box = node.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && isThere(node);
  });
  /** A note may lie for a moment on what the board says can be done without. */
  const yields = (node) => node.closest("[data-yields]") !== null && !node.matches("[data-clear], [data-move]");
  const at = (x, y) => document.elementFromPoint(x, y);
  const page = document.documentElement;
  const root = document.querySelector("main") ?? document.body;
  const dialog = document.querySelector("dialog[open]");
  const stage = dialog ?? root;

  /** Whether something holds for what has been scrolled to the middle; afterwards everything is where it was. */
  const pulledIntoView = (node, holds) => {
    const scroller = root.querySelector(".box > .board") ?? page;
    const before = scroller.scrollTop;
    node.scrollIntoView({ block: "center" });
    const result = holds();
    scroller.scrollTop = before;
    return result;
  };

  // ---- the page stays where it is ----------------------------------------------------------------
  if (page.scrollWidth > W + 1) found.push(`the page scrolls sideways: ${page.scrollWidth} in ${W}`);
  if (!scrolls && page.scrollHeight > H + 1) found.push(`the page scrolls: ${page.scrollHeight} in ${H}`);
  for (const node of root.querySelectorAll(".board, .board *")) {
    const style = getComputedStyle(node);
    if (scrolls || !/auto|scroll/.test(style.overflowY) || node.closest("aside, dialog, [data-scrolls]")) continue;
    if (node.scrollHeight > node.clientHeight + 1 && shown(node)) tell("scrolls in play", node);
  }

  // ---- own cards ---------------------------------------------------------------------------------
  const ownZone = new RegExp(`^[a-z_]+\\[${me}\\](\\[\\d+\\])?$`);
  const faces = [...stage.querySelectorAll("[data-zone] svg.stock")].filter((card) => ownZone.test(card.closest("[data-zone]").dataset.zone) && shown(card));
  for (const card of faces) {
    if (card.closest("[data-decoration], .ghost")) continue;
    const box = card.getBoundingClientRect();
    const holder = card.closest("button, li, [data-card], [data-zone]");
    if (box.width < least.own - 0.5) tell("own card too narrow", card);
    if (box.left < -1 || box.right > W + 1 || box.top < -1 || box.bottom > H + 1) {
      if (!scrolls && !card.closest("[data-scrolls]")) tell("own card cut off by the window", card);
      continue;
    }
    const strip = card.closest("[data-scrolls]")?.getBoundingClientRect();
    if (strip && (box.left < strip.left - 1 || box.left + box.width * 0.3 > strip.right)) continue; // to be pulled along first
    // Its index is in the upper left corner, and there must be a finger's width to press.
    const mine = (x, y) => { const top = at(x, y); return top !== null && (holder.contains(top) || top.contains(holder) || card.contains(top)); };
    const free = () => { const now = card.getBoundingClientRect(); return mine(now.left + now.width * 0.16, now.top + now.height * 0.13); };
    if (!free() && !(scrolls && pulledIntoView(card, free))) tell("own card's index is covered", card);
  }

  // ---- piles -------------------------------------------------------------------------------------
  for (const card of stage.querySelectorAll("[data-pile] svg.stock")) {
    if (!shown(card) || card.closest(".ghost")) continue;
    const box = card.getBoundingClientRect();
    if (box.width < least.pile - 0.5) tell("pile card too small", card);
    if (box.left < -1 || box.right > W + 1 || box.top < -1 || box.bottom > H + 1) tell("pile cut off by the window", card);
    for (let up = card.parentElement; up && up !== root; up = up.parentElement) {
      if (!/hidden|clip|auto|scroll/.test(getComputedStyle(up).overflow)) continue;
      const edge = up.getBoundingClientRect();
      if (box.bottom > edge.bottom + 1 || box.top < edge.top - 1 || box.right > edge.right + 1 || box.left < edge.left - 1) { tell("pile cut off", card); break; }
    }
  }

  // ---- the zone ----------------------------------------------------------------------------------
  const playing = document.querySelector(".cover, [data-ending]") === null;
  if (zoneVerbs.length > 0 && !dialog && playing) {
    const isZone = (node) => node !== null && (zoneVerbs.includes((node.closest("[data-move]")?.dataset.move ?? "").split(" ")[0]) || node.closest("[data-slaps]") !== null);
    // Only where one of them reaches is it worth asking which one lies on top.
    const reach = [...stage.querySelectorAll("[data-move], [data-slaps]")].filter((node) => isZone(node) && shown(node)).map((node) => node.getBoundingClientRect());
    const MARGIN = 30; // some feel larger than they are
    const isWithin = (x, y) => reach.some((box) => x >= box.left - MARGIN && x <= box.right + MARGIN && y >= box.top - MARGIN && y <= box.bottom + MARGIN);
    let live = 0;
    const STEPS = 48;
    for (let i = 0; i < STEPS; i++) for (let j = 0; j < STEPS; j++) {
      const x = ((i + 0.5) * W) / STEPS, y = ((j + 0.5) * H) / STEPS;
      if (isWithin(x, y) && isZone(at(x, y))) live++;
    }
    const share = live / STEPS ** 2;
    if (share < zoneShare) found.push(`the zone is ${(share * 100).toFixed(1)} % of the window, less than ${zoneShare * 100} %`);
    const sizes = [...stage.querySelectorAll("[data-move]")].filter((node) => isZone(node) && shown(node)).map((node) => node.getBoundingClientRect());
    const largest = Math.max(0, ...sizes.map((box) => Math.min(box.width, box.height)));
    if (largest < 120) found.push(`the zone is ${Math.round(largest)} px at its narrowest`);
  }

  // ---- what is said lies on nothing that is played with ------------------------------------------
  const played = [...stage.querySelectorAll("[data-pile] svg.stock, .prompt, [data-move], [data-step]"), ...faces].filter((node) => shown(node) && !node.disabled && !node.closest(".ghost, [data-note]") && !yields(node));
  for (const note of scrolls ? [] : stage.querySelectorAll("[data-note]:not([aria-hidden=true]) > *")) { // marks of a lesson belong on the cards
    if (!shown(note)) continue;
    const box = note.getBoundingClientRect();
    for (const node of played) {
      const other = node.getBoundingClientRect();
      if (Math.min(box.right, other.right) - Math.max(box.left, other.left) > 2 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 2) tell(`"${note.textContent.trim().slice(0, 40)}" lies on`, node);
    }
  }

  // ---- controls ----------------------------------------------------------------------------------
  for (const node of stage.querySelectorAll("button, a[href], input, select, [data-move], [data-step]")) {
    if (node.disabled || !shown(node) || node.closest("[aria-hidden=true]")) continue;
    const box = node.getBoundingClientRect();
    const scroller = node.closest("[data-scrolls], aside, dialog, .tiny, .scrolls");
    if (box.bottom <= 0 || box.right <= 0 || box.left >= W || box.top >= H || scroller) {
      if (!scroller) tell("control outside the window", node);
      continue;
    }
    let free = 0;
    // A rim lies around another control: it is looked at halfway along its edges, within the width that it names.
    const rim = Number(node.dataset.rim ?? 0) / 2;
    const inner = [0.15, 0.35, 0.5, 0.65, 0.85].flatMap((fx) => [0.15, 0.35, 0.5, 0.65, 0.85].map((fy) => [box.left + box.width * fx, box.top + box.height * fy]));
    const edge = [[box.left + box.width / 2, box.top + rim], [box.left + box.width / 2, box.bottom - rim], [box.left + rim, box.top + box.height / 2], [box.right - rim, box.top + box.height / 2]];
    const points = rim > 0 ? edge : inner;
    const card = node.querySelector("svg.stock") !== null; // cards overlap in a hand; their index was looked at above
    const enough = points.length * (card ? 0.15 : 0.6);
    for (const [x, y] of points) {
      if (free >= enough) break;
      const top = at(x, y);
      if (top !== null && (node.contains(top) || (yields(node) && top.closest("[data-note]")) || top.contains(node) && top !== document.body && top.closest("button") === node.closest("button"))) free++;
    }
    if (free < enough) tell(`control covered (${free} of ${points.length} points are free)`, node);
  }

  // ---- words -------------------------------------------------------------------------------------
  const within = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  /** What cuts off the words of a node, what hides them until they are pulled into view, and whether they end in dots. */
  const edgesOf = remembered((node) => {
    if (!node || node === document.body) {
      const all = { left: 0, top: 0, right: W, bottom: H };
      return { clip: all, view: all, shortened: false };
    }
    let { clip, view, shortened } = edgesOf(node.parentElement);
    const s = getComputedStyle(node);
    if (s.textOverflow === "ellipsis" && s.overflowX !== "visible") shortened = true;
    if (s.overflow === "visible" || s.display === "inline" || s.display === "contents") return { clip, view, shortened };
    const edge = node.getBoundingClientRect();
    if (/hidden|clip/.test(s.overflow + s.overflowX + s.overflowY)) clip = within(clip, edge);
    return { clip, view: within(view, edge), shortened };
  });
  const isNote = remembered((node) => node.closest("[data-note], .strip, .notices") !== null);
  const words = [];
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("svg, option, .hidden-words, [data-decoration], .logo") || !shown(node)) continue;
    const style = getComputedStyle(node);
    const range = document.createRange();
    range.selectNodeContents(text);
    // A sentence that goes on in the next line is two boxes: the one around both would lie on its neighbours.
    const lines = [...range.getClientRects()].filter((line) => line.width > 0);
    if (lines.length === 0) continue;
    if (parseFloat(style.fontSize) < 11.9) tell(`text of ${style.fontSize}`, node);
    const scroller = node.closest("[data-scrolls], aside, dialog, .tiny, .scrolls");
    const { clip, view, shortened } = edgesOf(node);
    for (const box of lines) {
      // A name may be shortened, a sentence or a number may not.
      if (shortened && !node.closest("bdi, [data-name], .who, .name, .line") && box.right > clip.right + 1) tell("words shortened", node);
      const sideways = box.left < clip.left - 2 || box.right > clip.right + 2;
      if (!shortened && !scroller && (sideways || box.top < clip.top - 3 || box.bottom > clip.bottom + 3)) tell("words cut off", node);
      if (!shortened && sideways && scroller?.matches("aside")) tell("words cut off beside the table", node);
      const seen = within(box, view);
      if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
      // A note may lie over the rivals for a moment.
      const overIt = [0.08, 0.5, 0.92].map((share) => at(seen.left + (seen.right - seen.left) * share, (seen.top + seen.bottom) / 2));
      const covers = overIt.find((top) => top !== null && !node.contains(top) && !top.contains(node) && !(top.closest("[data-note], .strip, .notices") && node.closest(".rivals, .company, header")));
      if (covers && !scroller && !node.closest("[aria-hidden=true]") && style.pointerEvents !== "none") tell(`words covered by ${describe(covers)}`, node);
      if (!(scroller && covers)) words.push({ node, ...seen }); // scrolled under something else
    }
  }
  const plain = words.filter((word) => !isNote(word.node)); // notes were looked at above
  for (let i = 0; i < plain.length; i++) for (let j = i + 1; j < plain.length; j++) {
    const a = plain[i], b = plain[j];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const small = Math.min(a.bottom - a.top, b.bottom - b.top);
    if (wide <= 3 || high <= small * 0.35 || a.node.contains(b.node) || b.node.contains(a.node)) continue;
    found.push(`words on words: "${a.node.textContent.trim().slice(0, 30)}" and "${b.node.textContent.trim().slice(0, 30)}" at ${Math.round(a.left)},${Math.round(a.top)}`);
  }

  // ---- words at cards, in a lesson: on their cards, not on what is to be read ----------------------
  for (const mark of stage.querySelectorAll(".mark")) {
    const box = mark.getBoundingClientRect();
    for (const { node, ...word } of words) {
      if (mark.contains(node) || node.closest(".mark, .chip")) continue;
      const wide = Math.min(box.right, word.right) - Math.max(box.left, word.left), high = Math.min(box.bottom, word.bottom) - Math.max(box.top, word.top);
      if (wide > 3 && high > (word.bottom - word.top) * 0.35) found.push(`the word "${mark.textContent}" lies on "${node.textContent.trim().slice(0, 30)}"`);
    }
  }
  return [...new Set(found)];
}
