import { type SubmitEvent, useState } from 'react';

import { tooLong } from '#lib/contract/messages.ts';
import { MAX_ATTACHMENTS, POST_MAX } from '#lib/contract/posts.ts';
import type { PostInput } from '#lib/contract/posts.ts';

import { onPostCreated } from './on-post-created.ts';
import { fileFingerprint } from './selected-images.ts';
import { usePostDraft } from './use-post-draft.ts';
import { usePublish } from './use-publish.ts';
import { useSelectedImages } from './use-selected-images.ts';

const NAMES = ['title', 'description'] as const;

/** @returns what is too long, found before images are sent along; that something is missing is only noted (spec 5) */
function check(words: PostInput): Record<string, string> {
  const long = NAMES.filter((name) => words[name].trim().length > POST_MAX[name]);
  const isMissing = NAMES.some((name) => !words[name].trim());
  // oxlint-disable-next-line no-console -- the spec asks for a note, not a message
  if (isMissing) console.info('Title and description are required.');
  return Object.fromEntries(long.map((name) => [name, tooLong(POST_MAX[name])]));
}

/** The post that is being written, from its first letter until it is published or thrown away. */
export function useNewPost(viewerId: string, onClose: () => void) {
  const draft = usePostDraft({ accountId: viewerId });
  const images = useSelectedImages();
  const [confirmKey, setConfirmKey] = useState(0);
  const close = () => {
    draft.clear();
    onClose();
  };
  const sender = usePublish((post) => {
    close();
    onPostCreated(post);
  });
  const { selected } = images;
  const isWithinLimit = selected.length <= MAX_ATTACHMENTS;
  const isReady = draft.isComplete && isWithinLimit && sender.sending.state !== 'sending';

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = check(draft.draft);
    if (Object.keys(fields).length > 0)
      return sender.setSending({ state: 'failed', message: '', fields, isSignedOut: false });
    if (!isReady) return;
    const { title, description } = draft.draft;
    const idempotencyKey = draft.idempotencyKeyWith(
      selected.map(({ file }) => fileFingerprint(file)),
    );
    const files = selected.map((each) => each.resized);
    void sender.publish({ title, description, idempotencyKey }, files);
  };
  const isEmpty = draft.isEmpty && selected.length === 0;
  const onRequestClose = () => (isEmpty ? close() : setConfirmKey(confirmKey + 1));
  const onKeepEditing = () => setConfirmKey(0);
  return {
    draft,
    images,
    sender,
    isReady,
    onSubmit,
    onRequestClose,
    onKeepEditing,
    close,
    confirmKey,
  };
}
