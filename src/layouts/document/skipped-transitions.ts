// A view transition that another navigation, a hidden page or a slow phone cuts short is no error: the page is swapped all
// the same. Astro's router leaves its promise unhandled, and browsers report that as an error.

/** Lets view transitions be skipped without an error. */
export function allowSkippedTransitions(): void {
  const start = (document as Partial<Document>).startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => null);
    return transition;
  };
}
