/** Whether Astro's router follows this page's links (Base.astro). */
export const hasRouter = document.querySelector('[name=astro-view-transitions-enabled]') !== null;

/** Runs a function once the page has been painted: what is fetched before would delay that. */
function afterPaint(run: () => void): void {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Runs a function when the page has loaded and is painted, and after each page that is shown in its place. */
export function onPageLoad(run: () => void): void {
  document.addEventListener('astro:page-load', run);
  // Without the router, which announces the first page too. The load event may come before the first frame.
  if (!hasRouter) addEventListener('load', () => afterPaint(run));
}
