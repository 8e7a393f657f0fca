const show = () => document.body.setAttribute('aria-busy', 'true');
const hide = () => document.body.removeAttribute('aria-busy');

/** Shows that the next page is loading: the router fetches it, so the browser's own sign does not move. */
export function initNavigationProgress(): void {
  // The next page brings its own body, without the mark.
  document.addEventListener('astro:before-preparation', show);
  // Back from another site, a browser shows the page as it was left.
  addEventListener('pageshow', hide);
}
