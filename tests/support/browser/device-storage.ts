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

/** The records of a store in the browser's IndexedDB, as JSON without the content of images. */
export async function storedRecords(page: Page, store: 'drafts' | 'outbox'): Promise<string> {
  const hasDatabase = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === 'glean');
  });
  return hasDatabase ? JSON.stringify(await page.evaluate(read, store)) : '[]';
}

interface Rewriting {
  stores: string[];
  /** a new kind for actions; without it, images become files */
  kind?: string;
}

const rewrite = ({ stores, kind }: Rewriting) =>
  new Promise<void>((resolve, reject) => {
    type Stored = { buffer: ArrayBuffer; name: string; type: string };
    const toFiles = (images: Stored[]) =>
      images.map(({ buffer, name, type }) => new File([buffer], name, { type }));
    // oxlint-disable-next-line no-explicit-any -- records of every shape
    const change = (value: any) => {
      if (kind) return { ...value, action: { ...value.action, kind } };
      if (value?.kind === 'images')
        for (const image of value.draft) [image.file] = toFiles([image.file]);
      if (value?.action?.images) value.action.images = toFiles(value.action.images);
      return value;
    };
    const opening = indexedDB.open('glean');
    opening.addEventListener('error', reject);
    opening.addEventListener('success', () => {
      const database = opening.result;
      const transaction = database.transaction(stores, 'readwrite');
      for (const store of stores) {
        const cursor = transaction.objectStore(store).openCursor();
        cursor.addEventListener('success', () => {
          cursor.result?.update(change(cursor.result.value));
          cursor.result?.continue();
        });
      }
      transaction.addEventListener('abort', reject);
      transaction.addEventListener('complete', () => {
        database.close();
        resolve();
      });
    });
  });

/** Gives all waiting entries an unknown kind, as if a newer version had stored them. */
export const renameWaiting = (page: Page, kind: string): Promise<void> =>
  page.evaluate(rewrite, { stores: ['outbox'], kind });

/** Stores all images as files, like versions up to 0.2.0. */
export const storeImagesAsFiles = (page: Page): Promise<void> =>
  page.evaluate(rewrite, { stores: ['drafts', 'outbox'] });

/** Waits until a draft with this text is stored. */
export const expectStored = (page: Page, text: string): Promise<void> =>
  expect.poll(() => storedRecords(page, 'drafts')).toContain(text);

const MODULE = 'confirm-sign-out';

const findModule = (name: string) =>
  performance.getEntriesByType('resource').find((each) => each.name.includes(`/${name}.`))?.name;

/** Waits until the code needed offline is loaded, which happens once the page is used. */
export async function preloadOutbox(page: Page): Promise<void> {
  await page.mouse.move(10, 10);
  await page.mouse.move(20, 20);
  const found = await page.waitForFunction(findModule, MODULE);
  // Including everything it imports.
  await page.evaluate(`import(${JSON.stringify(await found.jsonValue())})`);
}

/** Blocks every transaction on a store. @returns a function that unblocks them */
export async function holdStore(page: Page, store: string): Promise<() => Promise<void>> {
  const release = await page.evaluateHandle(async (name) => {
    const opening = indexedDB.open('glean');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const transaction = opening.result.transaction(name, 'readwrite');
    let isDeferred = true;
    const hold = () => {
      const request = transaction.objectStore(name).count();
      request.addEventListener('success', () => isDeferred && hold());
    };
    hold();
    return () => {
      isDeferred = false;
      // Blocked transactions run first.
      const last = opening.result.transaction(name).objectStore(name).count();
      return new Promise((resolve) => last.addEventListener('success', resolve));
    };
  }, store);
  return () => release.evaluate(async (go) => void (await go()));
}
