import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isAbortError } from '#lib/client/http/api-error.ts';
import { createPostMutation, type NewPost } from '#lib/client/post-mutations.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

/**
 * Publishes a post. Its upload can be cancelled, which is no error.
 * @param onPublished called with null when it waits for a connection
 */
export function usePublish(onPublished: (post: Post | null) => void) {
  const [progress, setProgress] = useState(0);
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const { mutate, isPending, error, reset } = useMutation(createPostMutation, queryClient());

  const publish = (post: Omit<NewPost, 'onProgress' | 'signal'>) => {
    const { signal } = (controller.current = new AbortController());
    setProgress(0);
    mutate({ ...post, onProgress: setProgress, signal }, { onSuccess: onPublished });
  };
  return {
    publish,
    cancel: () => controller.current?.abort(),
    progress,
    isPending,
    error: isAbortError(error) ? null : error,
    reset,
  };
}
