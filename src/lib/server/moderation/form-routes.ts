import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import {
  decisionPath,
  PENDING_PATH,
  REASONS_PATH,
  STAFF_REPORTS_PATH,
  staffReportPath,
} from '#lib/contract/moderation-paths.ts';
import {
  DecisionInput,
  REPORT_KINDS,
  type ReportKind,
  ReasonInput,
  RejectionInput,
  ReplyInput,
} from '#lib/contract/moderation.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import type { RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody, parse } from '#lib/server/http/parse-request.ts';
import { handleStaffForm } from '#lib/server/http/staff-forms.ts';

import { decideAsStaff } from './decide-as-staff.ts';
import { approvePost, rejectPost } from './pending-posts.ts';
import { addReason, changeReason, removeReason } from './reasons.ts';
import { respondToReply } from './replies.ts';
import { reverseDecision } from './reverse-decision.ts';

type Act = (ctx: Ctx, form: URLSearchParams, param: string) => Promise<string>;

/** The field that chooses a reason, the staff's own words, and the days of a suspension. */
const reasonOf = (form: URLSearchParams) => ({
  reason_id: form.get('reason_id') || null,
  note: form.get('note') ?? '',
});

const decideIn =
  (kind: ReportKind): Act =>
  async (ctx, form, param) => {
    const id = toId(param);
    if (!id) throw notFound(kind);
    const days = readNumber(form.get('days'));
    const action = form.get('action') ?? '';
    const input = parse(DecisionInput, { action, ...reasonOf(form), days });
    const { decision_id } = await decideAsStaff(ctx, { kind, id }, input);
    // What is left to see is the decision; a member's page has more to decide.
    if (action === 'stays') return STAFF_REPORTS_PATH;
    return kind === 'member' ? staffReportPath(kind, id) : decisionPath(decision_id);
  };

const changeDecision: Act = async (ctx, form, param) => {
  const id = toId(param);
  if (!id) throw notFound('decision');
  const action = form.get('action');
  if (action === 'respond')
    await respondToReply(
      ctx,
      id,
      parse(ReplyInput, { content: form.get('content') ?? '' }).content,
    );
  else if (action === 'reverse') await reverseDecision(ctx, id);
  else throw new AppError('invalid');
  return decisionPath(id);
};

const decidePending: Act = async (ctx, form, param) => {
  const id = toId(param);
  if (!id) throw notFound('pending_post');
  const action = form.get('action');
  if (action === 'approve') await approvePost(ctx, id);
  else if (action === 'reject') await rejectPost(ctx, id, parse(RejectionInput, reasonOf(form)));
  else throw new AppError('invalid');
  return PENDING_PATH;
};

/** @throws AppError reason_not_found */
function reasonId(form: URLSearchParams): string {
  const id = toId(form.get('reason_id') ?? '');
  if (!id) throw notFound('reason');
  return id;
}

const changeReasons: Act = async (ctx, form) => {
  const action = form.get('action') ?? '';
  const text = () => parse(ReasonInput, { text: form.get('text') ?? '' }).text;
  if (action === 'add') await addReason(ctx, text());
  else if (action.startsWith('change')) await changeReason(ctx, reasonId(form), text());
  else if (action.startsWith('remove')) await removeReason(ctx, reasonId(form));
  else throw new AppError('invalid');
  return REASONS_PATH;
};

/** The plain forms of the staff's pages about reports. */
export function moderationForms(render: RenderRejected | undefined): Hono<Env> {
  const forms = new Hono<Env>()
    .post('/reasons', limitJsonBody, handleStaffForm(render, changeReasons))
    .post('/decisions/:id', limitJsonBody, handleStaffForm(render, changeDecision))
    .post('/pending/:id', limitJsonBody, handleStaffForm(render, decidePending));
  for (const kind of REPORT_KINDS)
    forms.post(`/${kind}/:id`, limitJsonBody, handleStaffForm(render, decideIn(kind)));
  return forms;
}
