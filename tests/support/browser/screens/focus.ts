// Reads which element of the page has the focus. The functions run in the page, where nothing can be imported:
// `IN_PAGE` has their source.

/** A stop of the Tab key. */
export interface Stop {
  name: string;
  /** the bar, panel or column around it; the order on screen applies within each */
  region: string;
  /** the class of its horizontally scrolling container, or empty */
  row: string;
  /** CSS pixels, from the top left of the page */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** of the page: a list that loads more moves everything below it */
  pageHeight: number;
  /** the element that covers it, or empty */
  cover: string;
}

/** The bar that covers an element's edges and center; empty if it is visible. */
function coverOf(element: Element): string {
  const bars = 'header.bar, nav.dock';
  if (element.closest(bars)) return '';
  const { top, bottom, left, right } = element.getBoundingClientRect();
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'out of view';
  const points = [top + 1, (top + bottom) / 2, bottom - 1].filter((y) => y > 0 && y < innerHeight);
  const covers = points.map((y) =>
    document
      .elementsFromPoint((left + right) / 2, y)
      .find((each) => element.contains(each) || each.matches(bars)),
  );
  return covers.every((each) => each?.matches(bars)) ? 'is behind a bar' : '';
}

/** How far the containers of an element are scrolled, including the page. */
function scrolledBy(element: Element): number {
  let sum = 0;
  for (let each = element.parentElement; each; each = each.parentElement) sum += each.scrollTop;
  return sum;
}

/** The horizontally scrolling container of an element. */
function rowOf(element: Element): Element | null {
  let each = element.parentElement;
  while (each && !/auto|scroll/.test(getComputedStyle(each).overflowX)) each = each.parentElement;
  return each;
}

/** The focused element; null without one. */
function currentStop(): Stop | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const region = element.closest(
    '[popover], dialog, header.bar, .dock, .side, aside, footer, main',
  );
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const row = rowOf(element);
  const text = element.getAttribute('aria-label') ?? element.textContent.trim();
  const name = `${element.tagName.toLowerCase()} “${text.slice(0, 30)}”`;
  const regionName = region ? `${region.tagName} ${region.className}` : '';
  return {
    name,
    // The position of a map's dots is fixed: they follow the order of the list below, by amount.
    region: element instanceof SVGElement ? name : regionName,
    row: row?.className ?? '',
    left: left + (row?.scrollLeft ?? 0),
    right: right + (row?.scrollLeft ?? 0),
    top: top + scrolledBy(element),
    bottom: bottom + scrolledBy(element),
    pageHeight: document.documentElement.scrollHeight,
    cover: coverOf(element),
  };
}

/** For `addInitScript`: defines `currentStop()`. */
export const IN_PAGE = [
  coverOf,
  scrolledBy,
  rowOf,
  currentStop,
  'globalThis.currentStop = currentStop;',
].join('\n');

const isBefore = (one: Stop, other: Stop): boolean => {
  // Buttons that lie on an element come before it.
  const isBelow = other.top <= one.top && other.bottom >= one.bottom;
  if (isBelow && other.left <= one.left && other.right >= one.right) return true;
  const overlap = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const height = Math.min(one.bottom - one.top, other.bottom - other.top);
  // On the same line or below; an element beside it begins a column. Buttons beside a scrolling row do not move with
  // it.
  if (overlap > height / 2) return one.row !== other.row || one.left <= other.left + 1;
  return one.top < other.top || other.left >= one.right;
};

/** The places where the focus order differs from the order on screen, a line each. */
export const findJumps = (stops: Stop[]): string[] =>
  stops.flatMap((stop, at) => {
    const last = stops[at - 1];
    if (!last || last.region !== stop.region || last.pageHeight !== stop.pageHeight) return [];
    if (isBefore(last, stop)) return [];
    return [`${last.name}, then ${stop.name}`];
  });
