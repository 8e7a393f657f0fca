/** Whether the data saver is on (docs/decisions/0020-data-saver.md), as the button in the account menu shows. */
export const isDataSaverOn = (): boolean =>
  Boolean(document.querySelector('[data-saver][aria-pressed=true]'));
