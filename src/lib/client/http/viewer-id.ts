/** The id of the page's member, empty on a guest's page. The session may belong to another member by now. */
export const getViewerId = (): string =>
  document.querySelector<HTMLElement>('[data-viewer]')?.dataset['viewer'] ?? '';
