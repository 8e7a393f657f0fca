/** @returns whether the data saver is on (docs/decisions/0020-data-saver.md): the button of the account menu says so */
export const isDataSaverOn = (): boolean =>
  Boolean(document.querySelector('[data-saver][aria-pressed=true]'));
