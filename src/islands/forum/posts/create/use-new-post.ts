import { type SubmitEvent, useState } from 'react';

import { clearPostDraft, type NewPostDraft } from '#lib/client/drafts/post-draft.ts';
import { altsOf } from '#lib/client/drafts/post-form.ts';
import { fieldErrors } from '#lib/client/http/api-error.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { isBlank } from '#lib/contract/characters.ts';
import { tooLong } from '#lib/contract/messages/posts.ts';
import { MAX_ALT, MAX_ATTACHMENTS, POST_MAX } from '#lib/contract/posts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

import { onPostCreated } from './on-post-created.ts';
import { usePostDraft } from './use-post-draft.ts';
import { usePublish } from './use-publish.ts';
import { useSelectedImages } from './use-selected-images.ts';

const FIELDS = ['title', 'description'] as const;
const NONE: Record<string, string> = {};

/** Finds fields that are too long before images are uploaded; missing ones are only logged (docs/product.md, Posts). */
function check(input: PostInput, alts: string[]): Record<string, string> {
  const isMissing = FIELDS.some((name) => isBlank(input[name]));
  // oxlint-disable-next-line no-console -- docs/product.md asks for a note, not a message
  if (isMissing) console.info('Title and description are required.');
  const texts = FIELDS.map((name) => [name, input[name], POST_MAX[name]] as const);
  const photos = alts.map((alt, i) => [`attachment_alts.${i}`, alt, MAX_ALT] as const);
  const long = [...texts, ...photos].filter(([, text, max]) => text.trim().length > max);
  if (long.length === 0) return NONE;
  return Object.fromEntries(long.map(([name, , max]) => [name, tooLong(max)]));
}

/**
 * The post that is being written, until it is published or discarded.
 * @param stored the draft
 */
export function useNewPost(stored: NewPostDraft, onClose: () => void) {
  const [accountId] = useState(getViewerId);
  const draft = usePostDraft({ accountId, kind: 'post' }, stored.text);
  const images = useSelectedImages(accountId, stored.images);
  const { selected } = images;
  const [tooLongFields, setTooLongFields] = useState(NONE);
  const close = () => {
    void clearPostDraft(accountId);
    onClose();
  };
  const publishing = usePublish((post) => {
    close();
    if (post) void onPostCreated(post);
    else scrollTo({ top: 0 });
  });
  const hasRoom = selected.length <= MAX_ATTACHMENTS;
  const isReady = draft.isComplete && hasRoom && !publishing.isPending;

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const { title, description, listing } = draft.values;
    const fingerprints = selected.map(({ fingerprint }) => fingerprint);
    const alts = altsOf(draft.values.alts, fingerprints);
    const tooLongNow = check({ title, description }, alts);
    setTooLongFields(tooLongNow);
    if (tooLongNow !== NONE) return publishing.reset();
    if (!isReady) return;
    const idempotencyKey = draft.idempotencyKeyWith(fingerprints, alts);
    const resized = selected.map((image) => image.resized);
    const text = { title, description, listing, alts };
    publishing.publish({ ...text, images: resized, fingerprints, idempotencyKey });
  };
  const fields: Record<string, string> = { ...fieldErrors(publishing.error), ...tooLongFields };
  const isEmpty = draft.isEmpty && selected.length === 0;
  const failure = tooLongFields === NONE ? publishing.error : tooLongFields;
  return { draft, images, publishing, fields, failure, isReady, isEmpty, onSubmit, close };
}
