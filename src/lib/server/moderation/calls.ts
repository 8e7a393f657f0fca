import * as z from 'zod/mini';

import {
  DecisionInput,
  DecisionList,
  DecisionPage,
  ModerationMonth,
  ModerationReason,
  OwnDecisions,
  PendingPost,
  ReasonInput,
  RejectionInput,
  ReplyInput,
  ReportDetail,
  ReportedThing,
  StaffDecision,
} from '#lib/contract/moderation.ts';
import { call, type Calls } from '#lib/server/http/calls.ts';

import { decideAsStaff } from './decide-as-staff.ts';
import { LIMITS } from './limits.ts';
import { getDecision, listDecisions, listOwnDecisions } from './list-decisions.ts';
import { getReported, listReported } from './list-reports.ts';
import { approvePost, getPendingPost, listPendingPosts, rejectPost } from './pending-posts.ts';
import { addReason, changeReason, listReasons, removeReason } from './reasons.ts';
import { reopenProfile } from './reopen-profile.ts';
import { replyToDecision, respondToReply } from './replies.ts';
import { reverseDecision } from './reverse-decision.ts';
import { getModerationSummary } from './summary.ts';

const Reasons = z.object({ reasons: z.array(ModerationReason) });

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

/** Decisions of staff, and the replies of members. */
export const calls = {
  'GET /web/moderation': call({
    summary: 'See what staff decided, counted by month',
    token: true,
    access: 'open',
    response: z.object({ months: z.array(ModerationMonth) }),
    run: async (ctx) => ({ months: await getModerationSummary(ctx) }),
  }),
  'GET /web/account/moderation': call({
    summary: 'List what was decided about me',
    token: true,
    response: OwnDecisions,
    run: listOwnDecisions,
  }),
  'POST /web/account/moderation/:id/reply': call({
    summary: 'Reply to a decision about me',
    token: true,
    body: ReplyInput,
    response: OwnDecisions,
    status: [201],
    errors: ['decision_not_found', 'already_replied'],
    limits: [LIMITS.moderationReply],
    ids: { id: 'decision' },
    run: (ctx, { id, body }) => replyToDecision(ctx, id, body.content),
  }),
  'GET /admin/moderation-reasons': call({
    summary: 'List the reasons for decisions',
    access: 'staff',
    response: Reasons,
    run: async (ctx) => ({ reasons: await listReasons(ctx) }),
  }),
  'POST /admin/moderation-reasons': call({
    summary: 'Add a reason',
    access: 'staff',
    body: ReasonInput,
    response: Reasons,
    status: [201],
    errors: ['reason_exists', 'too_many_reasons'],
    run: async (ctx, { body }) => ({ reasons: await addReason(ctx, body.text) }),
  }),
  'PUT /admin/moderation-reasons/:id': call({
    summary: 'Change a reason',
    access: 'staff',
    body: ReasonInput,
    response: Reasons,
    errors: ['reason_not_found', 'reason_exists'],
    ids: { id: 'reason' },
    run: async (ctx, { id, body }) => ({ reasons: await changeReason(ctx, id, body.text) }),
  }),
  'DELETE /admin/moderation-reasons/:id': call({
    summary: 'Remove a reason',
    access: 'staff',
    response: Reasons,
    errors: ['reason_not_found'],
    ids: { id: 'reason' },
    run: async (ctx, { id }) => ({ reasons: await removeReason(ctx, id) }),
  }),
  'GET /admin/decisions': call({
    summary: 'List decisions',
    access: 'staff',
    query: DecisionList,
    response: DecisionPage,
    run: (ctx, { query }) => listDecisions(ctx, query),
  }),
  'GET /admin/decisions/:id': call({
    summary: 'Read a decision',
    access: 'staff',
    response: StaffDecision,
    errors: ['decision_not_found'],
    ids: { id: 'decision' },
    run: (ctx, { id }) => getDecision(ctx, id),
  }),
  'POST /admin/decisions/:id/response': call({
    summary: 'Respond to a reply',
    access: 'staff',
    body: ReplyInput,
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'no_reply', 'already_responded'],
    ids: { id: 'decision' },
    run: (ctx, { id, body }) => respondToReply(ctx, id, body.content),
  }),
  'POST /admin/decisions/:id/reversal': call({
    summary: 'Reverse a decision',
    access: 'staff',
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'not_reversible'],
    ids: { id: 'decision' },
    run: (ctx, { id }) => reverseDecision(ctx, id),
  }),
  'POST /admin/decisions/:id/reopening': call({
    summary: 'Let a member choose a new photo or name early',
    access: 'staff',
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'not_closed'],
    ids: { id: 'decision' },
    run: (ctx, { id }) => reopenProfile(ctx, id),
  }),
  'GET /admin/pending-posts': call({
    summary: 'List posts that await review',
    access: 'staff',
    response: z.object({ pending: z.array(PendingPost), total: z.number() }),
    run: listPendingPosts,
  }),
  'GET /admin/pending-posts/:id': call({
    summary: 'Read a post that waits',
    access: 'staff',
    response: PendingPost,
    errors: ['pending_post_not_found'],
    ids: { id: 'pending_post' },
    run: (ctx, { id }) => getPendingPost(ctx, id),
  }),
  'POST /admin/pending-posts/:id/approval': call({
    summary: 'Publish a post that waits',
    access: 'staff',

    status: [201],
    errors: ['pending_post_not_found'],
    ids: { id: 'pending_post' },
    run: (ctx, { id }) => approvePost(ctx, id),
  }),
  'POST /admin/pending-posts/:id/rejection': call({
    summary: 'Reject a post that waits',
    access: 'staff',
    body: RejectionInput,

    status: [201],
    errors: [
      'pending_post_not_found',
      'reason_not_found',
      'decision_reason_required',
      'confirmation_required',
    ],
    ids: { id: 'pending_post' },
    run: (ctx, { id, body }) => rejectPost(ctx, id, body),
  }),
  'GET /admin/reports': call({
    summary: 'List what was reported',
    access: 'staff',
    response: z.object({ reports: z.array(ReportedThing), total: z.number() }),
    run: listReported,
  }),
  'GET /admin/reports/post/:id': call({
    summary: 'Read the reports of a post',
    access: 'staff',
    response: ReportDetail,
    errors: ['post_not_found'],
    ids: { id: 'post' },
    run: (ctx, { id }) => getReported(ctx, 'post', id),
  }),
  'POST /admin/reports/post/:id/decision': call({
    summary: 'Decide about a reported post',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['post_not_found', ...DECIDE],
    ids: { id: 'post' },
    run: (ctx, { id, body }) => decideAsStaff(ctx, { kind: 'post', id }, body),
  }),
  'GET /admin/reports/comment/:id': call({
    summary: 'Read the reports of a comment',
    access: 'staff',
    response: ReportDetail,
    errors: ['comment_not_found'],
    ids: { id: 'comment' },
    run: (ctx, { id }) => getReported(ctx, 'comment', id),
  }),
  'POST /admin/reports/comment/:id/decision': call({
    summary: 'Decide about a reported comment',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['comment_not_found', ...DECIDE],
    ids: { id: 'comment' },
    run: (ctx, { id, body }) => decideAsStaff(ctx, { kind: 'comment', id }, body),
  }),
  'GET /admin/reports/member/:id': call({
    summary: 'Read the reports of a member',
    access: 'staff',
    response: ReportDetail,
    errors: ['member_not_found'],
    ids: { id: 'member' },
    run: (ctx, { id }) => getReported(ctx, 'member', id),
  }),
  'POST /admin/reports/member/:id/decision': call({
    summary: 'Decide about a reported member',
    access: 'staff',
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: ['member_not_found', ...DECIDE],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => decideAsStaff(ctx, { kind: 'member', id }, body),
  }),
} satisfies Calls;
