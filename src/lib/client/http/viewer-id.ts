/** The id of the member whose page this is, empty on a guest's. The session may be another member's by now. */
export const getViewerId = (): string =>
  document.querySelector<HTMLElement>('[data-viewer]')?.dataset['viewer'] ?? '';
