/** @returns the id of who is signed in, as the page says: for what is drawn in the browser only */
export const viewerId = (): string =>
  document.querySelector<HTMLElement>('[data-draft-of]')?.dataset['draftOf'] ?? '';
