// Makes the back link of a page return to the previous page and its scroll position.

document.addEventListener(
  'click',
  (event) => {
    const isBack = event.target instanceof Element && event.target.closest('[data-back]');
    // The router counts the history entries; the first has no previous page.
    const { index = 0 } = (history.state ?? {}) as { index?: number };
    if (!isBack || index === 0) return;
    event.preventDefault();
    history.back();
  },
  // Runs before the router, which would follow the link.
  { capture: true },
);
