import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { evictIfNotFound } from '#lib/client/forum/post-cache.ts';
import { validationError } from '#lib/client/http/api-error.ts';
import { requestData } from '#lib/client/http/request.ts';
import { hasKeys, ignoreBody } from '#lib/client/http/response-shape.ts';
import { toastSuccess } from '#lib/client/toasts/forum-toasts.ts';
import { POST_MESSAGES } from '#lib/contract/messages/posts.ts';
import type { ReportStatus } from '#lib/contract/moderation/reports.ts';
import { t } from '#lib/messages/t.ts';

const reportPath = (postId: string) => `web/forum/posts/${postId}/report`;

/** Whether the viewer has reported a post. */
export const reportStatusQuery = (viewerId: string, postId: string) =>
  queryOptions({
    queryKey: ['reports', viewerId, postId],
    queryFn: ({ signal }) =>
      requestData(reportPath(postId), hasKeys<ReportStatus>('is_reported'), { signal }),
  });

async function reportPost(postId: string, reason: string): Promise<void> {
  if (!reason) throw validationError('', { report_desc: POST_MESSAGES.report_reason_required });
  const json = { report_desc: reason };
  await requestData(reportPath(postId), ignoreBody, { method: 'post', json });
}

/** Reports another member's post to staff. */
export const reportMutation = (postId: string) =>
  mutationOptions({
    mutationFn: (reason: string) => reportPost(postId, reason),
    onSuccess: (_body, _reason, _result, { client }) => {
      void client.invalidateQueries({ queryKey: ['reports'] });
      toastSuccess(t('report.sent'));
    },
    onError: (error, _reason, _result, { client }) => evictIfNotFound(client, postId, error),
    meta: { errorToast: { marksFields: true } },
  });
