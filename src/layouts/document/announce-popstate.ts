// Inline in the head of every page, so that its listener runs before the router’s (scripts/build/inline-script.ts).
// Dispatches an event for each step in the history, which can hide the step from the router (dialog-history.ts).

addEventListener('popstate', (event) => {
  const announcement = new CustomEvent('before-popstate', { cancelable: true });
  if (!document.dispatchEvent(announcement)) event.stopImmediatePropagation();
});
