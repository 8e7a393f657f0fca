import { useEffect, useRef, useState } from 'react';

import { CallFailed, isSignedOut, messageOf } from '#lib/client/http/api-error.ts';
import { createPost, type NewPost } from '#lib/client/posts.ts';
import { hideToasts, showToast } from '#lib/client/toasts/toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Where the sending of a post stands. */
export type Sending =
  | { state: 'writing' }
  /** `share` of it has left, 0 to 1 */
  | { state: 'sending'; share: number }
  | { state: 'failed'; message: string; fields: Record<string, string>; isSignedOut: boolean };

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Sends a post. Whatever fails, what was written stays. @param onPosted told when it is published */
export function usePublish(onPosted: (post: Post) => void) {
  const [sending, setSending] = useState<Sending>({ state: 'writing' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (thrown: unknown) => {
    if (isAbort(thrown)) return setSending({ state: 'writing' });
    const message = messageOf(thrown);
    setSending({
      state: 'failed',
      message,
      fields: thrown instanceof CallFailed ? thrown.fields : {},
      isSignedOut: isSignedOut(thrown),
    });
    showToast('ExploreToast', 'error', message);
  };

  const onProgress = (share: number) => setSending({ state: 'sending', share });

  const publish = async (words: Omit<NewPost, 'pictures'>, pictures: Promise<File>[]) => {
    const { signal } = (running.current = new AbortController());
    onProgress(0);
    hideToasts('ExploreToast');
    try {
      const post = { ...words, pictures: await Promise.all(pictures) };
      signal.throwIfAborted();
      onPosted(await createPost(post, onProgress, signal));
    } catch (error) {
      fail(error);
    }
  };
  return { sending, setSending, publish, cancel: () => running.current?.abort() };
}
