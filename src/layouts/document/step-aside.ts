// Hides the header and the bottom bar while scrolling down, and shows them again while scrolling up.

/** Shorter movements are not scrolling: a shaking thumb, or a list that corrects its position. */
const MIN_PX = 24;
// Near the top, the header stays: it covers nothing that was already read.
const TOP_PX = 80;
// Browsers round scroll positions.
const END_PX = 8;

/** The scroll position at which the direction was last determined. */
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

/** Marks the page while scrolling down, for the style sheets. */
export function initStepAside(): void {
  addEventListener('scroll', update, { passive: true });
  document.addEventListener('astro:after-swap', () => {
    from = scrollY;
    document.documentElement.removeAttribute('data-scrolls-down');
  });
}
