/** Whether Astro's router follows this page's links (Base.astro). */
export const hasRouter = document.querySelector('[name=astro-view-transitions-enabled]') !== null;

/** Runs a function once the page has been painted: earlier requests would delay the paint. */
function afterPaint(run: () => void): void {
  const observer = new PerformanceObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe({ type: 'paint', buffered: true });
}

/** Runs a function once the page has loaded and is painted, and after each navigation of the router. */
export function onPageLoad(run: () => void): void {
  document.addEventListener('astro:page-load', run);
  // The router would announce the first page, too. The load event may come before the first frame.
  if (!hasRouter) addEventListener('load', () => afterPaint(run));
}
