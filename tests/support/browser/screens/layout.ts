// Finds text that is cut off, overlaps other text, or requires scrolling sideways. The functions run in the page, where
// nothing can be imported: `IN_PAGE` has their source.

interface Line {
  text: string;
  parent: Element;
  box: DOMRect;
  /** its layer, or null */
  layer: Element | null;
}

function linesOf(root: Element): Line[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: Line[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const parent = node.parentElement;
    if (!parent || node.data.trim() === '' || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const layer = layerOf(parent);
    for (const box of range.getClientRects())
      if (box.width > 2 && !isClampedAway(parent, box))
        lines.push({ text: node.data.trim().slice(0, 40), parent, box, layer });
  }
  return lines;
}

/** Whether a text is clamped to some lines on purpose. */
function isClampedAway(element: Element, box: DOMRect): boolean {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).webkitLineClamp !== 'none')
      return box.bottom > each.getBoundingClientRect().bottom + 4;
  return false;
}

/** Whether an element is invisible, possibly with text for screen readers. */
function isHidden(element: Element): boolean {
  if (element.closest('.visually-hidden, option, [data-preview]')) return true;
  if (
    !element.checkVisibility({
      visibilityProperty: true,
      opacityProperty: true,
      contentVisibilityAuto: true,
    })
  )
    return true;
  for (let each: Element | null = element; each; each = each.parentElement)
    if (getComputedStyle(each).clipPath.startsWith('inset(50%')) return true;
  return false;
}

function isClipped(overflow: string): boolean {
  return overflow === 'hidden' || overflow === 'clip';
}

/** The box that cuts off part of a line without scrolling. */
function cutBy({ parent, box }: Line): Element | null {
  for (let each: Element | null = parent; each; each = each.parentElement) {
    const { overflowX, overflowY, position, webkitLineClamp } = getComputedStyle(each);
    const isScroller = [overflowX, overflowY].some((value) => /auto|scroll/.test(value));
    if (isScroller || webkitLineClamp !== 'none' || position === 'fixed') return null;
    const frame = each.getBoundingClientRect();
    const isCutX = box.right > frame.right + 2 || box.left < frame.left - 2;
    if (isClipped(overflowX) && isCutX) return each;
    if (isClipped(overflowY) && box.bottom > frame.bottom + 4) return each;
  }
  return null;
}

function isInScroller(element: Element): boolean {
  const { parentElement } = element;
  if (/auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  return parentElement !== null && isInScroller(parentElement);
}

/** The layer of an element: a bar at an edge, or a popup above the page. */
function layerOf(element: Element): Element | null {
  for (let each: Element | null = element; each; each = each.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(each).position) || each.matches(':popover-open'))
      return each;
  return null;
}

function overlapOf(one: Line, other: Line): boolean {
  if (one.parent.contains(other.parent) || other.parent.contains(one.parent)) return false;
  const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
  const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
  const least = Math.min(one.box.height, other.box.height);
  return width > 4 && height > Math.max(6, least * 0.4);
}

function widest(): string {
  const all = [...document.querySelectorAll('body *')];
  const far = all.filter(
    (each) => each.getBoundingClientRect().right > innerWidth + 1 && !isInScroller(each),
  );
  return far
    .map((each) => `${each.tagName}.${each.classList.value}`)
    .slice(-3)
    .join(' > ');
}

/** The layout errors of the page, or of the dialog above it, a line each. */
function layoutErrors(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const root = document.querySelector('dialog:modal') ?? document.body;
  const lines = linesOf(root);
  const wide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide: ${widest()}`] : [];
  const outside = lines
    .filter(({ box, parent }) => box.right > clientWidth + 1 && !isInScroller(parent))
    .map(({ text }) => `outside: ${text}`);
  const cut = lines.flatMap((line) => (cutBy(line) ? [`cut off: ${line.text}`] : []));
  const covered = lines.flatMap((one, at) =>
    lines
      .slice(at + 1)
      .filter((other) => one.layer === other.layer && overlapOf(one, other))
      .map((other) => `overlap: ${one.text} | ${other.text}`),
  );
  return [...new Set([...wide, ...outside, ...cut, ...covered])];
}

/** For `addInitScript`: defines `layoutErrors()`. */
export const IN_PAGE = [
  linesOf,
  isClampedAway,
  isHidden,
  isClipped,
  cutBy,
  isInScroller,
  layerOf,
  overlapOf,
  widest,
  layoutErrors,
  'globalThis.layoutErrors = layoutErrors;',
].join('\n');
