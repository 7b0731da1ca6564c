// Looks at a page that may scroll down, and lists what nobody should see: a page that scrolls sideways, controls too small
// for a finger, words too small to read, cut off, or on top of other words.
() => {
  const found = [];
  const W = innerWidth;
  const FINGER = 43.5, READABLE = 11.9;
  const stage = document.querySelector("dialog[open]") ?? document.querySelector("#app");
  const describe = (node) => {
    const box = node.getBoundingClientRect();
    const words = (node.getAttribute("aria-label") || node.textContent || node.id).trim().slice(0, 40);
    return `<${node.tagName.toLowerCase()}> "${words}" ${Math.round(box.width)}×${Math.round(box.height)} at ${Math.round(box.left)},${Math.round(box.top)}`;
  };
  const tell = (what, node) => found.push(`${what}: ${describe(node)}`);
  const isShown = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !node.closest(".hidden-words");
  const isOver = (node) => {
    for (let up = node; up; up = up.parentElement) if (/sticky|fixed/.test(getComputedStyle(up).position)) return true;
    return false;
  };

  for (const node of [document.documentElement, stage]) {
    if (node.scrollWidth > node.clientWidth + 1) found.push(`scrolls sideways: ${node.scrollWidth} in ${node.clientWidth}`);
  }

  // What is pressed is the label around a hidden input as well as the input itself.
  for (const node of stage.querySelectorAll("button, a[href], input, select, summary, label:has(> input)")) {
    if (node.matches("input") && node.closest("label:has(> input)") || !node.checkVisibility() || node.closest(".hidden-words")) continue;
    const box = node.getBoundingClientRect();
    if (Math.min(box.width, box.height) < FINGER) tell("too small for a finger", node);
    if (box.left < -1 || box.right > W + 1) tell("outside the window", node);
  }

  const words = [];
  const walker = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || node.closest("svg, option, [aria-hidden=true]") || !isShown(node)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      if (box.width < 1) continue;
      if (parseFloat(getComputedStyle(node).fontSize) < READABLE) tell("too small to read", node);
      let isShortened = false, right = box.right;
      for (let up = node; up && up !== document.body; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (!/hidden|clip/.test(style.overflowX)) continue;
        const edge = up.getBoundingClientRect();
        if (style.textOverflow === "ellipsis") isShortened = true;
        right = Math.min(right, edge.right);
        // A name may be shortened, a sentence may not.
        if ((box.right > edge.right + 2 || box.left < edge.left - 2) && !(isShortened && node.closest("bdi"))) tell("cut off", node);
        if (box.bottom > edge.bottom + 3 || box.top < edge.top - 3) tell("cut off below or above", node);
      }
      if (!isShortened && (box.left < -1 || box.right > W + 1)) tell("sticks out", node);
      // Lettering does not fill its line: what lies above and below it is not on it.
      const air = box.height * 0.15;
      if (!isOver(node)) words.push({ node, left: box.left, right, top: box.top + air, bottom: box.bottom - air });
    }
  }
  for (const [i, a] of words.entries()) {
    for (const b of words.slice(i + 1)) {
      if (a.node === b.node || a.node.contains(b.node) || b.node.contains(a.node)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 3 && high > 0.35 * Math.min(a.bottom - a.top, b.bottom - b.top)) tell(`words on "${a.node.textContent.trim().slice(0, 30)}"`, b.node);
    }
  }
  return [...new Set(found)];
}
