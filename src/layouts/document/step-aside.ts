// The header and the bar at the bottom step aside while the page is scrolled down, and return when it is scrolled up.

/** Shorter movements are not meant as scrolling: a shaking thumb, or a list that corrects its place. */
const MIN_PX = 24;
// The header stays while it covers nothing that has been read.
const TOP_PX = 80;
// Browsers round.
const END_PX = 8;

/** Where the direction was last decided. */
let from = 0;

const isAtEdge = () =>
  scrollY + innerHeight > document.documentElement.scrollHeight - END_PX || scrollY < TOP_PX;

function update(): void {
  const distance = scrollY - from;
  const isEdge = isAtEdge();
  if (!isEdge && Math.abs(distance) < MIN_PX) return;
  from = scrollY;
  document.documentElement.toggleAttribute('data-scrolls-down', !isEdge && distance > 0);
}

/** Marks the page while it is scrolled down, for the style sheets. */
export function initStepAside(): void {
  addEventListener('scroll', update, { passive: true });
  document.addEventListener('astro:after-swap', () => {
    from = scrollY;
    document.documentElement.removeAttribute('data-scrolls-down');
  });
}
