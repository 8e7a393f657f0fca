// A page that was reached from another one leads back to its place there.

document.addEventListener(
  'click',
  (event) => {
    const isBack = event.target instanceof Element && event.target.closest('[data-back]');
    // The router counts the entries of the history; the first one has nothing before it.
    const { index = 0 } = (history.state ?? {}) as { index?: number };
    if (!isBack || index === 0) return;
    event.preventDefault();
    history.back();
  },
  // Before the router, which would follow the link.
  { capture: true },
);
