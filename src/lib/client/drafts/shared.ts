// What other apps share, until a member opens it as a new post.
import { database, transact } from '#lib/client/device/database.ts';

import type { DraftRecord, SharedDraft } from './draft.ts';

/** Belongs to no account: the service worker stores it, and does not know who is logged in. */
export const SHARED = { accountId: '', kind: 'shared' } as const;
export const SHARED_KEY: [string, 'shared'] = [SHARED.accountId, SHARED.kind];

/** On a shared phone, the next person must not find it. */
const MAX_AGE_MS = 3_600_000;

const isOld = ({ savedAt }: DraftRecord): boolean => Date.now() - savedAt > MAX_AGE_MS;

/** @returns the stored share, unless it is too old */
export const freshShared = (record: DraftRecord | undefined): SharedDraft | undefined =>
  record && !isOld(record) ? (record.draft as SharedDraft) : undefined;

/** Reads what was shared within the last hour; undefined when there is nothing. */
export const readShared = (): Promise<SharedDraft | undefined> =>
  database()
    .then((stores) => stores.get('drafts', SHARED_KEY))
    .then(freshShared, () => undefined);

/**
 * Deletes what was shared more than an hour ago. Every page calls this: it opens a write transaction only when
 * there is something.
 */
export async function deleteOldShared(): Promise<void> {
  if (!(await (await database()).count('drafts', SHARED_KEY))) return;
  await transact(['drafts'], async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const record = await drafts.get(SHARED_KEY);
    if (record && isOld(record)) await drafts.delete(SHARED_KEY);
  });
}

/** @returns both texts, one below the other; one of them when it contains the other */
export const joinTexts = (first: string, second: string): string =>
  first.includes(second) ? first : [first, second].filter(Boolean).join('\n\n');
