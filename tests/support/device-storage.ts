import { expect, type Page } from '@playwright/test';

const read = (store: string) =>
  new Promise<object[]>((resolve, reject) => {
    const opening = indexedDB.open('glean');
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const close = (found: object[]) => {
        database.close();
        resolve(found);
      };
      if (!database.objectStoreNames.contains(store)) return close([]);
      const all = database.transaction(store).objectStore(store).getAll();
      all.addEventListener('success', () => close(all.result as object[]));
    });
  });

/** @returns the records of a store in the browser's IndexedDB, as JSON; images have no content there */
export async function storedRecords(page: Page, store: 'drafts' | 'outbox'): Promise<string> {
  const hasDatabase = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === 'glean');
  });
  return hasDatabase ? JSON.stringify(await page.evaluate(read, store)) : '[]';
}

/** Waits until a draft with this text is stored. */
export const expectStored = (page: Page, text: string): Promise<void> =>
  expect.poll(() => storedRecords(page, 'drafts')).toContain(text);

const countOutboxScripts = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => /queue-entry|flush-outbox|mount-outbox/.test(name)).length >= 3;

/** Waits until what is needed without a connection is loaded. */
export async function preloadOutbox(page: Page): Promise<void> {
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  await page.waitForFunction(countOutboxScripts);
  // What they import.
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => null);
}
