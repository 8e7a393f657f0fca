import { mutationOptions } from '@tanstack/react-query';

import { POST_MESSAGES } from '#lib/contract/messages/posts.ts';

import { validationError } from './http/api-error.ts';
import { requestData } from './http/request.ts';
import { ignoreBody } from './http/response-shape.ts';
import { evictIfNotFound } from './post-cache.ts';
import { toastSuccess } from './toasts/forum-toasts.ts';

async function reportPost(postId: string, reason: string): Promise<void> {
  if (!reason) throw validationError('', { report_desc: POST_MESSAGES.report_reason_required });
  const json = { report_desc: reason };
  await requestData(`web/forum/posts/${postId}/report`, ignoreBody, { method: 'post', json });
}

/** Reports another member's post to staff. */
export const reportMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (reason: string) => reportPost(postId, reason),
    onSuccess: () => toastSuccess('Your report has been submitted.'),
    onError: (error, _reason, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: {} },
  });
