/** Whether the server rendered this page with the data saver on (docs/decisions/0020-data-saver.md). */
export const isDataSaverOn = (): boolean => 'saverOn' in document.documentElement.dataset;
