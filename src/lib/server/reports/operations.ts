import { ReportInput, ReportStatus } from '#lib/contract/reports.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

/** Reports. */
export const OPERATIONS = {
  'GET /web/forum/posts/:id/report': {
    summary: 'See whether I reported a post',
    response: ReportStatus,
    errors: ['post_not_found'],
  },
  'POST /web/forum/posts/:id/report': {
    summary: 'Report a post',
    body: ReportInput,
    response: NOTHING,
    status: [201],
    errors: ['post_not_found', 'own_post_report', 'already_reported'],
    limits: [LIMITS.report],
  },
  'POST /web/forum/posts/:id/comments/:comment_id/report': {
    summary: 'Report a comment',
    body: ReportInput,
    response: NOTHING,
    status: [201],
    errors: [
      'post_not_found',
      'comment_not_found',
      'own_comment_report',
      'comment_already_reported',
    ],
    limits: [LIMITS.report],
  },
  'POST /web/forum/users/:id/report': {
    summary: 'Report a member',
    body: ReportInput,
    response: NOTHING,
    status: [201],
    errors: ['member_not_found', 'own_report', 'member_already_reported'],
    limits: [LIMITS.report],
  },
} satisfies Operations;
