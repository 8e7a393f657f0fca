import { type SubmitEvent, useState } from 'react';

import { tooLong } from '#lib/contract/messages.ts';
import { MAX_ATTACHMENTS, POST_MAX } from '#lib/contract/post-limits.ts';
import type { PostInput } from '#lib/contract/posts.ts';

import { showPosted } from './on-post-created.ts';
import { nameOf } from './selected-images.ts';
import { useWords } from './use-post-draft.ts';
import { usePublish } from './use-publish.ts';
import { usePictures } from './use-selected-images.ts';

const NAMES = ['title', 'description'] as const;

/** @returns what is too long, found before pictures are sent along; that something is missing is only noted (spec 5) */
function check(words: PostInput): Record<string, string> {
  const long = NAMES.filter((name) => words[name].trim().length > POST_MAX[name]);
  const isMissing = NAMES.some((name) => !words[name].trim());
  // oxlint-disable-next-line no-console -- the spec asks for a note, not a message
  if (isMissing) console.info('Title and description are required.');
  return Object.fromEntries(long.map((name) => [name, tooLong(POST_MAX[name])]));
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
    if (Object.keys(fields).length > 0)
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
