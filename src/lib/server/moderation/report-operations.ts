import * as z from 'zod/mini';

import {
  DecisionInput,
  PendingPost,
  RejectionInput,
  ReportDetail,
  ReportedThing,
  StaffDecision,
} from '#lib/contract/moderation.ts';
import { NOTHING, type Operations } from '#lib/server/openapi/operation.ts';

const DECIDE = [
  'action_invalid',
  'days_out_of_range',
  'decision_reason_required',
  'reason_not_found',
  'no_open_reports',
  'nothing_to_remove',
  'own_account',
  'last_staff_member',
  'confirmation_required',
] as const;

/** Reports and posts that wait, for staff. */
export const REPORT_OPERATIONS = {
  'GET /admin/pending-posts': {
    summary: 'List posts that await review',
    access: 'staff',
    response: z.object({ pending: z.array(PendingPost), total: z.number() }),
  },
  'GET /admin/pending-posts/:id': {
    summary: 'Read a post that waits',
    access: 'staff',
    response: PendingPost,
    errors: ['pending_post_not_found'],
  },
  'POST /admin/pending-posts/:id/approval': {
    summary: 'Publish a post that waits',
    access: 'staff',
    response: NOTHING,
    status: [201],
    errors: ['pending_post_not_found'],
  },
  'POST /admin/pending-posts/:id/rejection': {
    summary: 'Reject a post that waits',
    access: 'staff',
    body: RejectionInput,
    response: NOTHING,
    status: [201],
    errors: [
      'pending_post_not_found',
      'reason_not_found',
      'decision_reason_required',
      'confirmation_required',
    ],
  },
  'GET /admin/reports': {
    summary: 'List what was reported',
    access: 'staff',
    response: z.object({ reports: z.array(ReportedThing), total: z.number() }),
  },
  'GET /admin/reports/post/:id': {
    summary: 'Read the reports of a post',
    access: 'staff',
    response: ReportDetail,
    errors: ['post_not_found'],
  },
  'POST /admin/reports/post/:id/decision': {
    summary: 'Decide about a reported post',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['post_not_found', ...DECIDE],
  },
  'GET /admin/reports/comment/:id': {
    summary: 'Read the reports of a comment',
    access: 'staff',
    response: ReportDetail,
    errors: ['comment_not_found'],
  },
  'POST /admin/reports/comment/:id/decision': {
    summary: 'Decide about a reported comment',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['comment_not_found', ...DECIDE],
  },
  'GET /admin/reports/member/:id': {
    summary: 'Read the reports of a member',
    access: 'staff',
    response: ReportDetail,
    errors: ['member_not_found'],
  },
  'POST /admin/reports/member/:id/decision': {
    summary: 'Decide about a reported member',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['member_not_found', ...DECIDE],
  },
} satisfies Operations;
