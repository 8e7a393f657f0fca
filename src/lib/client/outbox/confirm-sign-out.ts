import { database, draftsOf, transact } from '#lib/client/device/database.ts';
import type { DraftRecord } from '#lib/client/drafts/draft.ts';
import { isStarted, readPostDraft } from '#lib/client/drafts/post-draft.ts';
import { readShared, SHARED_KEY } from '#lib/client/drafts/shared.ts';
import { t } from '#lib/messages/t.ts';

import { listEntries, notifyOthers } from './outbox-database.ts';

/** Sentences about unfinished drafts, by kind. */
const UNFINISHED = {
  update: (count: number) => t('unsent.update', { count }),
  comment: (count: number) => t('unsent.comment', { count }),
  report: (count: number) => t('unsent.report', { count }),
  guide: (count: number) => t('unsent.guide', { count }),
  form: (count: number) => t('unsent.form', { count }),
};

const isText = ({ draft }: DraftRecord) =>
  'text' in draft
    ? Boolean(draft.text.trim())
    : 'title' in draft || 'content' in draft || 'words' in draft;

/** All drafts of a member. */
const listDrafts = (accountId: string): Promise<DraftRecord[]> =>
  database()
    .then((stores) => stores.getAll('drafts', draftsOf(accountId)))
    .catch(() => []);

/** The sentences about drafts of one kind. */
function nameDrafts(drafts: DraftRecord[], noun: keyof typeof UNFINISHED): string[] {
  const { length } = drafts.filter((each) => each.kind.startsWith(`${noun}:`) && isText(each));
  return length > 0 ? [UNFINISHED[noun](length)] : [];
}

/** @returns a sentence that lists what a member has not sent; empty when there is nothing */
async function describeUnsent(accountId: string): Promise<string> {
  const [post, drafts, shared, entries] = await Promise.all([
    readPostDraft(accountId),
    listDrafts(accountId),
    readShared(),
    listEntries(accountId).catch(() => []),
  ]);
  const unsent = [
    ...(isStarted(post) ? [t('unsent.post')] : []),
    ...(shared || drafts.some(({ kind }) => kind === 'shared') ? [t('unsent.shared')] : []),
    ...nameDrafts(drafts, 'update'),
    ...nameDrafts(drafts, 'comment'),
    ...nameDrafts(drafts, 'report'),
    ...nameDrafts(drafts, 'guide'),
    ...nameDrafts(drafts, 'form'),
    ...(entries.length > 0 ? [t('unsent.waiting', { count: entries.length })] : []),
  ];
  return unsent.length > 0 ? t('unsent.sentence', { things: unsent.join(', ') }) : '';
}

/** @returns whether the member logs out all the same */
async function confirmLoss(loss: string): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>('[data-sign-out-question]');
  const sentence = dialog?.querySelector('[data-loss]');
  if (!dialog || !sentence) return true;
  sentence.textContent = loss;
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  return dialog.returnValue === 'log-out';
}

/** Deletes everything a member has not sent, and what was shared on this device: the next member must not find it. */
export async function deleteUnsent(accountId: string): Promise<void> {
  await transact(['outbox', 'drafts'], async (transaction) => {
    const outbox = transaction.objectStore('outbox');
    const ids = await outbox.index('accountId').getAllKeys(accountId);
    const drafts = transaction.objectStore('drafts');
    await Promise.all([
      drafts.delete(draftsOf(accountId)),
      drafts.delete(SHARED_KEY),
      ...ids.map((id) => outbox.delete(id)),
    ]);
  });
  notifyOthers(accountId);
}

/**
 * Asks, then deletes what a member has not sent.
 * @returns whether the member logs out
 */
export async function confirmSignOut(accountId: string): Promise<boolean> {
  const loss = await describeUnsent(accountId);
  if (loss && !(await confirmLoss(loss))) return false;
  await deleteUnsent(accountId);
  return true;
}
