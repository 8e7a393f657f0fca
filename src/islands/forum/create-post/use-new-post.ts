import { type SubmitEvent, useState } from 'react';
import * as z from 'zod/mini';

import { MAX_ATTACHMENTS, PostInput } from '#lib/contract/posts.ts';

import { nameOf } from './pictures.ts';
import { showPosted } from './posted.ts';
import { usePictures } from './use-pictures.ts';
import { usePublish } from './use-publish.ts';
import { useWords } from './use-words.ts';

/** @returns what is wrong with the words besides their absence, which is only noted (spec 5); null when nothing is */
function check(words: PostInput): Record<string, string> | null {
  const { success, error } = z.safeParse(PostInput, words);
  if (success) return null;
  const long = error.issues.filter(({ code }) => code === 'too_big');
  // oxlint-disable-next-line no-console -- the spec asks for a note, not a message
  if (long.length < error.issues.length) console.info('Title and description are required.');
  return Object.fromEntries(long.map(({ path, message }) => [String(path[0]), message]));
}

/** The post that is being written, from its first letter until it is published or thrown away. */
export function useNewPost(viewerId: string, onClose: () => void) {
  const words = useWords({ accountId: viewerId });
  const pictures = usePictures();
  const [asks, setAsks] = useState(0);
  const close = () => {
    words.forget();
    onClose();
  };
  const sender = usePublish((post) => {
    close();
    showPosted(post);
  });
  const { chosen } = pictures;
  const isFew = chosen.length <= MAX_ATTACHMENTS;
  const isReady = words.isComplete && isFew && sender.sending.state !== 'sending';

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const fields = check(words.draft);
    if (fields)
      return sender.setSending({ state: 'failed', message: '', fields, isSignedOut: false });
    if (!isReady) return;
    const { title, description } = words.draft;
    const key = words.keyWith(chosen.map(({ file }) => nameOf(file)));
    const smaller = chosen.map((each) => each.smaller);
    void sender.publish({ title, description, key }, smaller);
  };
  const isEmpty = words.isEmpty && chosen.length === 0;
  const onLeave = () => (isEmpty ? close() : setAsks(asks + 1));
  const onStay = () => setAsks(0);
  return { words, pictures, sender, isReady, onSubmit, onLeave, onStay, close, asks };
}
