import * as z from 'zod/mini';

import {
  DecisionList,
  DecisionPage,
  ModerationMonth,
  ModerationReason,
  OwnDecisions,
  ReasonInput,
  ReplyInput,
  StaffDecision,
} from '#lib/contract/moderation.ts';
import type { Operations } from '#lib/server/openapi/operation.ts';

import { LIMITS } from './limits.ts';

const Reasons = z.object({ reasons: z.array(ModerationReason) });

/** Decisions of staff, and the replies of members. */
export const OPERATIONS = {
  'GET /web/moderation': {
    summary: 'See what staff decided, counted by month',
    access: 'open',
    response: z.object({ months: z.array(ModerationMonth) }),
  },
  'GET /web/account/moderation': {
    summary: 'List what was decided about me',
    response: OwnDecisions,
  },
  'POST /web/account/moderation/:id/reply': {
    summary: 'Reply to a decision about me',
    body: ReplyInput,
    response: OwnDecisions,
    status: [201],
    errors: ['decision_not_found', 'already_replied'],
    limits: [LIMITS.moderationReply],
  },
  'GET /admin/moderation-reasons': {
    summary: 'List the reasons for decisions',
    access: 'staff',
    response: Reasons,
  },
  'POST /admin/moderation-reasons': {
    summary: 'Add a reason',
    access: 'staff',
    body: ReasonInput,
    response: Reasons,
    status: [201],
    errors: ['reason_exists', 'too_many_reasons'],
  },
  'PUT /admin/moderation-reasons/:id': {
    summary: 'Change a reason',
    access: 'staff',
    body: ReasonInput,
    response: Reasons,
    errors: ['reason_not_found', 'reason_exists'],
  },
  'DELETE /admin/moderation-reasons/:id': {
    summary: 'Remove a reason',
    access: 'staff',
    response: Reasons,
    errors: ['reason_not_found'],
  },
  'GET /admin/decisions': {
    summary: 'List decisions',
    access: 'staff',
    query: DecisionList,
    response: DecisionPage,
  },
  'GET /admin/decisions/:id': {
    summary: 'Read a decision',
    access: 'staff',
    response: StaffDecision,
    errors: ['decision_not_found'],
  },
  'POST /admin/decisions/:id/response': {
    summary: 'Respond to a reply',
    access: 'staff',
    body: ReplyInput,
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'no_reply', 'already_responded'],
  },
  'POST /admin/decisions/:id/reversal': {
    summary: 'Reverse a decision',
    access: 'staff',
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'not_reversible'],
  },
  'POST /admin/decisions/:id/reopening': {
    summary: 'Let a member choose a new photo or name early',
    access: 'staff',
    response: StaffDecision,
    status: [201],
    errors: ['decision_not_found', 'own_account', 'not_closed'],
  },
} satisfies Operations;
