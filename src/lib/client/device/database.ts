// The drafts and unsent actions of members, in IndexedDB (docs/product.md, "Drafts").
import { type DBSchema, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb';

import type { DraftKind, DraftRecord } from '#lib/client/drafts/draft.ts';
import type { OutboxEntry } from '#lib/client/outbox/outbox-rules.ts';

import { DATABASE_NAME } from './has-database.ts';

interface Stores extends DBSchema {
  drafts: {
    key: [accountId: string, kind: DraftKind];
    value: DraftRecord;
    indexes: { savedAt: number };
  };
  outbox: {
    key: number;
    value: OutboxEntry;
    indexes: { accountId: string; savedAt: number };
  };
}
type StoreName = 'drafts' | 'outbox';
type Transaction = IDBPTransaction<Stores, StoreName[], 'readwrite'>;

const VERSION = 1;
/** A page must work in a browser that never opens the database. */
const OPEN_TIMEOUT_MS = 3000;

let opening: Promise<IDBPDatabase<Stores>> | undefined;

const forget = () => (opening = undefined);

const open = (): Promise<IDBPDatabase<Stores>> =>
  openDB<Stores>(DATABASE_NAME, VERSION, {
    upgrade: (database) => {
      const drafts = database.createObjectStore('drafts', { keyPath: ['accountId', 'kind'] });
      const outbox = database.createObjectStore('outbox', { keyPath: 'id', autoIncrement: true });
      outbox.createIndex('accountId', 'accountId');
      outbox.createIndex('savedAt', 'savedAt');
      drafts.createIndex('savedAt', 'savedAt');
    },
    // Another tab is deleting or upgrading the database.
    blocking: (_version, _newVersion, { target }) => {
      (target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });

const expire = () =>
  new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('IndexedDB does not open.')), OPEN_TIMEOUT_MS),
  );

/**
 * The database; the first write creates it.
 * @throws DOMException when the browser stores nothing
 */
export const database = (): Promise<IDBPDatabase<Stores>> =>
  (opening ??= Promise.race([open(), expire()]).catch((error: unknown) => {
    forget();
    throw error;
  }));

/**
 * Writes in one transaction. Transactions on the same stores run in the order of the calls.
 * @param work awaits only requests of the transaction
 * @throws DOMException when the browser stores nothing, e.g. with its disk full
 */
export async function transact(
  stores: StoreName[],
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  const transaction = (await database()).transaction(stores, 'readwrite');
  // The failed request says why; the transaction's own error may differ, or never come (WebKit).
  transaction.done.catch(() => null);
  await work(transaction);
  await transaction.done;
}

/** All drafts of a member, as a range of keys: arrays sort after every string. */
export const draftsOf = (accountId: string): IDBKeyRange =>
  IDBKeyRange.bound([accountId], [accountId, []]);
