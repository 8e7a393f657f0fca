import { useEffect, useRef, useState } from 'react';

import { CallFailed, messageOf } from '#lib/client/call-failed.ts';
import { createPost, type NewPost } from '#lib/client/posts.ts';
import { showToast } from '#lib/client/toasts.ts';
import type { Post } from '#lib/contract/posts.ts';

/** Where the sending of a post stands. */
export type Sending =
  | { state: 'writing' }
  /** `share` of it has left, 0 to 1 */
  | { state: 'sending'; share: number }
  | { state: 'failed'; message: string; fields: Record<string, string> };

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

/** Sends a post. Whatever fails, what was written stays. @param onPosted told when it is published */
export function usePublish(onPosted: (post: Post) => void) {
  const [sending, setSending] = useState<Sending>({ state: 'writing' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const fail = (error: unknown) => {
    if (isAbort(error)) return setSending({ state: 'writing' });
    const message = messageOf(error);
    setSending({ state: 'failed', message, fields: error instanceof CallFailed ? error.fields : {} });
    showToast('ExploreToast', 'error', message).catch(() => null);
  };

  const publish = async (post: NewPost) => {
    running.current = new AbortController();
    const onProgress = (share: number) => setSending({ state: 'sending', share });
    onProgress(0);
    try {
      onPosted(await createPost(post, onProgress, running.current.signal));
    } catch (error) {
      fail(error);
    }
  };
  return { sending, setSending, publish, cancel: () => running.current?.abort() };
}
