import { ReportInput, ReportStatus } from '#lib/contract/moderation/reports.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { LIMITS } from './limits.ts';
import { getReportStatus, reportComment, reportMember, reportPost } from './service.ts';

/** Reports. */
export const calls = {
  'GET /web/forum/posts/:id/report': call({
    summary: 'See whether I reported a post',
    token: true,
    response: ReportStatus,
    errors: ['post_not_found'],
    ids: { id: 'post' },
    run: (ctx, { id }) => getReportStatus(ctx, id),
  }),
  'POST /web/forum/posts/:id/report': call({
    summary: 'Report a post',
    token: true,
    body: ReportInput,

    status: [201],
    errors: ['post_not_found', 'own_post_report', 'already_reported'],
    limits: [LIMITS.report],
    ids: { id: 'post' },
    run: (ctx, { id, body }) => reportPost(ctx, id, body),
  }),
  'POST /web/forum/posts/:id/comments/:comment_id/report': call({
    summary: 'Report a comment',
    token: true,
    body: ReportInput,

    status: [201],
    errors: [
      'post_not_found',
      'comment_not_found',
      'own_comment_report',
      'comment_already_reported',
    ],
    limits: [LIMITS.report],
    ids: { id: 'post', comment_id: 'comment' },
    run: (ctx, { id, comment_id, body }) =>
      reportComment(ctx, { id: comment_id, postId: id }, body),
  }),
  'POST /web/forum/users/:id/report': call({
    summary: 'Report a member',
    token: true,
    body: ReportInput,

    status: [201],
    errors: ['member_not_found', 'own_report', 'member_already_reported'],
    limits: [LIMITS.report],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => reportMember(ctx, id, body),
  }),
} satisfies Calls;
