// Inline in the head of every page, before all other scripts (scripts/build/inline-script.ts): a listener that the
// router's cannot come before. It announces a step in the history, so that the router need not see it
// (dialog-history.ts).

addEventListener('popstate', (event) => {
  const announcement = new CustomEvent('before-popstate', { cancelable: true });
  if (!document.dispatchEvent(announcement)) event.stopImmediatePropagation();
});
