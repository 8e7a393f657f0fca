// What a member has written and not sent yet, in IndexedDB (docs/product.md, "Drafts").
import { DATABASE_NAME } from './has-database.ts';

const VERSION = 1;
/** A browser that does not open it must not stop the page. */
const OPEN_TIMEOUT_MS = 3000;

export type StoreName = 'drafts' | 'outbox';

let opening: Promise<IDBDatabase> | undefined;

function createStores(database: IDBDatabase): void {
  const drafts = database.createObjectStore('drafts', { keyPath: ['accountId', 'kind'] });
  const outbox = database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
  outbox.createIndex('accountId', 'accountId');
  for (const store of [drafts, outbox]) store.createIndex('savedAt', 'savedAt');
}

const forget = () => (opening = undefined);

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME, VERSION);
    const fail = () => reject(request.error ?? new Error('IndexedDB does not open.'));
    request.addEventListener('upgradeneeded', () => createStores(request.result));
    request.addEventListener('error', fail);
    setTimeout(fail, OPEN_TIMEOUT_MS);
    request.addEventListener('success', () => {
      const database = request.result;
      database.addEventListener('close', forget);
      // Another tab deletes or upgrades the database.
      database.addEventListener('versionchange', () => {
        database.close();
        forget();
      });
      resolve(database);
    });
  });
}

async function begin(stores: StoreName[], mode: IDBTransactionMode): Promise<IDBTransaction> {
  opening ??= open().catch((error: unknown) => {
    forget();
    throw error;
  });
  const database = await opening;
  return database.transaction(stores, mode);
}

/**
 * Runs work in one transaction. Transactions on the same stores run in the order of the calls.
 * @returns the result of the request that `work` returns, once all of it is stored
 * @throws DOMException when the browser stores nothing, e.g. with its disk full
 */
export async function transact<T>(
  stores: StoreName[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => IDBRequest<T>,
): Promise<T> {
  const transaction = await begin(stores, mode);
  return new Promise((resolve, reject) => {
    // WebKit neither completes nor aborts a transaction whose value it cannot store.
    transaction.addEventListener('error', ({ target }) => reject((target as IDBRequest).error));
    const request = work(transaction);
    transaction.addEventListener('complete', () => resolve(request.result));
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('IndexedDB aborted.')),
    );
  });
}

/** All drafts of a member, as a range of keys: an array sorts after every text. */
export const draftsOf = (accountId: string): IDBKeyRange =>
  IDBKeyRange.bound([accountId], [accountId, []]);
