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
  type ReportKind,
  ReportedSubject,
  StaffDecision,
} from '#lib/contract/moderation/moderation.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { decideAsStaff, reopenProfile, reverseDecision } from './decide.ts';
import {
  getDecision,
  getModerationSummary,
  LIMITS,
  listDecisions,
  listOwnDecisions,
  replyToDecision,
  respondToReply,
} from './decisions.ts';
import { getReported, listReported } from './reported-subjects.ts';
import { approvePost, getPendingPost, listPendingPosts, rejectPost } from './review-posts.ts';
import { addReason, changeReason, listReasons, removeReason } from './service.ts';

const Reasons = z.object({ reasons: z.array(ModerationReason) });

const readReports = (kind: ReportKind) =>
  call({
    summary: `Read the reports of a ${kind}`,
    response: ReportDetail,
    ids: { id: kind },
    run: (ctx, { id }) => getReported(ctx, kind, id),
  });

const decideAbout = (kind: ReportKind) =>
  call({
    summary: `Decide about a reported ${kind}`,
    body: DecisionInput,
    response: StaffDecision,
    status: [201],
    errors: [
      'action_invalid',
      'days_out_of_range',
      'decision_reason_required',
      'reason_not_found',
      'no_open_reports',
      'nothing_to_remove',
      'own_account',
      'last_staff_member',
      'confirmation_required',
    ],
    ids: { id: kind },
    actsFor: 'self',
    run: (ctx, { id, body }) => decideAsStaff(ctx, { kind, id }, body),
  });
/** A call about one decision, which responds with it. */
const OF_DECISION = { ids: { id: 'decision' }, response: StaffDecision } as const;

/** Decisions of staff, and members' replies. */
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
    errors: ['already_replied'],
    limits: [LIMITS.moderationReply],
    ids: { id: 'decision' },
    run: (ctx, { id, body }) => replyToDecision(ctx, id, body.content),
  }),
  'GET /admin/moderation-reasons': call({
    summary: 'List the reasons for decisions',
    response: Reasons,
    run: async (ctx) => ({ reasons: await listReasons(ctx) }),
  }),
  'POST /admin/moderation-reasons': call({
    summary: 'Add a reason',
    body: ReasonInput,
    response: Reasons,
    status: [201],
    errors: ['reason_exists', 'too_many_reasons'],
    run: async (ctx, { body }) => ({ reasons: await addReason(ctx, body.text) }),
  }),
  'PUT /admin/moderation-reasons/:id': call({
    summary: 'Change a reason',
    body: ReasonInput,
    response: Reasons,
    errors: ['reason_exists'],
    ids: { id: 'reason' },
    run: async (ctx, { id, body }) => ({ reasons: await changeReason(ctx, id, body.text) }),
  }),
  'DELETE /admin/moderation-reasons/:id': call({
    summary: 'Remove a reason',
    response: Reasons,
    ids: { id: 'reason' },
    run: async (ctx, { id }) => ({ reasons: await removeReason(ctx, id) }),
  }),
  'GET /admin/decisions': call({
    summary: 'List decisions',
    query: DecisionList,
    response: DecisionPage,
    run: (ctx, { query }) => listDecisions(ctx, query),
  }),
  'GET /admin/decisions/:id': call({
    summary: 'Read a decision',
    ...OF_DECISION,
    run: (ctx, { id }) => getDecision(ctx, id),
  }),
  'POST /admin/decisions/:id/response': call({
    summary: 'Respond to a reply',
    body: ReplyInput,
    status: [201],
    errors: ['own_account', 'no_reply', 'already_responded'],
    ...OF_DECISION,
    run: (ctx, { id, body }) => respondToReply(ctx, id, body.content),
  }),
  'POST /admin/decisions/:id/reversal': call({
    summary: 'Reverse a decision',
    status: [201],
    errors: ['own_account', 'not_reversible'],
    ...OF_DECISION,
    run: (ctx, { id }) => reverseDecision(ctx, id),
  }),
  'POST /admin/decisions/:id/reopening': call({
    summary: 'Let a member choose a new photo or name early',
    status: [201],
    errors: ['own_account', 'not_closed'],
    ...OF_DECISION,
    run: (ctx, { id }) => reopenProfile(ctx, id),
  }),
  'GET /admin/pending-posts': call({
    summary: 'List posts that await review',
    response: z.object({ pending: z.array(PendingPost), total: z.number() }),
    run: listPendingPosts,
  }),
  'GET /admin/pending-posts/:id': call({
    summary: 'Read a post that waits',
    response: PendingPost,
    ids: { id: 'pending_post' },
    run: (ctx, { id }) => getPendingPost(ctx, id),
  }),
  'POST /admin/pending-posts/:id/approval': call({
    summary: 'Publish a post that waits',
    status: [201],
    ids: { id: 'pending_post' },
    run: (ctx, { id }) => approvePost(ctx, id),
  }),
  'POST /admin/pending-posts/:id/rejection': call({
    summary: 'Reject a post that waits',
    body: RejectionInput,
    status: [201],
    errors: ['reason_not_found', 'decision_reason_required', 'confirmation_required'],
    ids: { id: 'pending_post' },
    run: (ctx, { id, body }) => rejectPost(ctx, id, body),
  }),
  'GET /admin/reports': call({
    summary: 'List what was reported',
    response: z.object({ reports: z.array(ReportedSubject), total: z.number() }),
    run: listReported,
  }),
  'GET /admin/reports/post/:id': readReports('post'),
  'POST /admin/reports/post/:id/decision': decideAbout('post'),
  'GET /admin/reports/comment/:id': readReports('comment'),
  'POST /admin/reports/comment/:id/decision': decideAbout('comment'),
  'GET /admin/reports/member/:id': readReports('member'),
  'POST /admin/reports/member/:id/decision': decideAbout('member'),
} satisfies Calls;
