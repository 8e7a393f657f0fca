import { useEffect, useRef, useState } from 'react';

import { ApiError, isSignedOut, errorMessage } from '#lib/client/http/api-error.ts';
import { createPost, type NewPost } from '#lib/client/posts.ts';
import { hideToasts, showToast } from '#lib/client/toasts/toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Where the sending of a post stands. */
export type PublishState =
  | { state: 'writing' }
  /** `share` of it has left, 0 to 1 */
  | { state: 'sending'; share: number }
  | { state: 'failed'; message: string; fields: Record<string, string>; isSignedOut: boolean };

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Sends a post. Whatever fails, what was written stays. @param onPosted told when it is published */
export function usePublish(onPosted: (post: Post) => void) {
  const [sending, setSending] = useState<PublishState>({ state: 'writing' });
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);

  const handleError = (thrown: unknown) => {
    if (isAbort(thrown)) return setSending({ state: 'writing' });
    const message = errorMessage(thrown);
    setSending({
      state: 'failed',
      message,
      fields: thrown instanceof ApiError ? thrown.fields : {},
      isSignedOut: isSignedOut(thrown),
    });
    showToast('ExploreToast', 'error', message);
  };

  const onProgress = (share: number) => setSending({ state: 'sending', share });

  const publish = async (words: Omit<NewPost, 'images'>, images: Promise<File>[]) => {
    const { signal } = (controller.current = new AbortController());
    onProgress(0);
    hideToasts('ExploreToast');
    try {
      const post = { ...words, images: await Promise.all(images) };
      signal.throwIfAborted();
      onPosted(await createPost(post, onProgress, signal));
    } catch (error) {
      handleError(error);
    }
  };
  return { sending, setSending, publish, cancel: () => controller.current?.abort() };
}
