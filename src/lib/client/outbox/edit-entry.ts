import {
  type DraftKind,
  type DraftRecord,
  readDraft,
  toRecord,
} from '#lib/client/drafts/drafts.ts';
import { toDescriptions } from '#lib/client/drafts/photo-descriptions.ts';
import { postContent } from '#lib/client/drafts/post-draft.ts';
import type { SentKeys } from '#lib/client/idempotency-keys.ts';

import type { OutboxEntry } from './outbox-entry.ts';
import { moveToDraft } from './outbox-store.ts';

/** What was rejected is sent with a new key; what may have arrived keeps its key while it has the same content. */
const sentKeys = ({ rejection, idempotencyKey }: OutboxEntry, content: string): SentKeys => ({
  sent: rejection === undefined ? { [content]: idempotencyKey } : {},
});

/** The drafts that an entry becomes. */
async function toDrafts(entry: OutboxEntry): Promise<DraftRecord[]> {
  const { accountId, action } = entry;
  const id = <K extends DraftKind>(kind: K) => ({ accountId, kind });
  if (action.kind === 'post') {
    const { title, description, listing, images, fingerprints, alts } = action;
    const keys = sentKeys(entry, postContent(action, fingerprints, alts));
    const files = images.map((file, i) => ({
      file,
      fingerprint: fingerprints[i] ?? '',
      isResized: true,
    }));
    const described = toDescriptions(fingerprints, alts);
    const text = { title, description, listing, alts: described, ...keys };
    return [toRecord(id('post'), text), toRecord(id('images'), files)];
  }
  if (action.kind === 'comment') {
    const kind = `comment:${action.postId}` as const;
    const written = await readDraft(id(kind));
    const text = [written?.text, action.content].filter(Boolean).join('\n');
    const { sent } = sentKeys(entry, action.content);
    return [toRecord(id(kind), { text, sent: { ...written?.sent, ...sent } })];
  }
  if (action.kind !== 'update') return [];
  const { title, description, updated_at, postId } = action;
  return [toRecord(id(`update:${postId}`), { title, description, updated_at, sent: {} })];
}

/** Makes an entry a draft again, to be changed. */
export async function editEntry(entry: OutboxEntry): Promise<void> {
  await moveToDraft(entry, await toDrafts(entry));
}
