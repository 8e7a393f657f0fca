import { listDrafts } from '#lib/client/drafts/drafts.ts';
import { isStarted, readPostDraft } from '#lib/client/drafts/post-draft.ts';

import { listEntries } from './outbox-database.ts';

const count = (n: number, one: string, many: string) => (n === 1 ? one : `${n} ${many}`);

/** @returns a sentence about what a member has not sent, empty when there is nothing */
export async function describeUnsent(accountId: string): Promise<string> {
  const [post, drafts, entries] = await Promise.all([
    readPostDraft(accountId),
    listDrafts(accountId),
    listEntries(accountId).catch(() => []),
  ]);
  const comments = drafts.filter(
    ({ kind, draft }) => kind.startsWith('comment:') && 'text' in draft && draft.text.trim(),
  );
  const unsent = [
    ...(isStarted(post) ? ['an unfinished post'] : []),
    ...(comments.length > 0
      ? [count(comments.length, 'an unfinished comment', 'unfinished comments')]
      : []),
    ...(entries.length > 0 ? [`${entries.length} waiting to be sent`] : []),
  ];
  return unsent.length > 0 ? `Not sent yet: ${unsent.join(', ')}. Logging out deletes it.` : '';
}
