import { Hono } from 'hono';

import {
  DecisionInput,
  MODERATION_ACTIONS,
  type ModerationAction,
  ReasonInput,
  RejectionInput,
  ReplyInput,
  REPORT_KINDS,
  type ReportKind,
} from '#lib/contract/moderation/moderation.ts';
import {
  decisionPath,
  MODERATION_PATH,
  REASONS_PATH,
  staffReportPath,
  STAFF_QUEUE_PATH,
} from '#lib/contract/paths.ts';
import { readNumber } from '#lib/contract/typed-numbers.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { decideAsStaff, reopenProfile, reverseDecision } from './decide.ts';
import { replyToDecision, respondToReply } from './decisions.ts';
import { approvePost, rejectPost } from './review-posts.ts';
import { addReason, changeReason, removeReason } from './service.ts';

/** Reads the chosen reason, the note, and the days of a suspension. */
const reasonOf = (form: URLSearchParams) => ({
  reason_id: form.get('reason_id') || null,
  note: form.get('note') ?? '',
});

const decideIn =
  (kind: ReportKind, action: ModerationAction) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = readId(param, kind);
    const days = readNumber(values.get('days'));
    const input = parse(DecisionInput, { action, ...reasonOf(values), days });
    const { decision_id } = await decideAsStaff(ctx, { kind, id }, input);
    // Only the decision is left to see; a member's page has further decisions.
    if (action === 'stays') return STAFF_QUEUE_PATH;
    return kind === 'member' ? staffReportPath(kind, id) : decisionPath(decision_id);
  };

const decisionsOn = (kind: ReportKind) =>
  Object.fromEntries(MODERATION_ACTIONS.map((action) => [action, decideIn(kind, action)] as const));

/** An action on the path's object. @param path the next page */
const onItem =
  (
    noun: 'decision' | 'pending_post',
    pathOf: (id: string) => string,
    act: (ctx: Ctx, id: string, form: URLSearchParams) => Promise<unknown>,
  ) =>
  async (ctx: Ctx, { values, id: param }: SentForm): Promise<string> => {
    const id = readId(param, noun);
    await act(ctx, id, values);
    return pathOf(id);
  };

const DECISION_ACTIONS = {
  respond: onItem('decision', decisionPath, (ctx, id, form) => {
    const { content } = parse(ReplyInput, { content: form.get('content') ?? '' });
    return respondToReply(ctx, id, content);
  }),
  reverse: onItem('decision', decisionPath, reverseDecision),
  reopen: onItem('decision', decisionPath, reopenProfile),
};

const PENDING_ACTIONS = {
  approve: onItem('pending_post', () => STAFF_QUEUE_PATH, approvePost),
  reject: onItem(
    'pending_post',
    () => STAFF_QUEUE_PATH,
    (ctx, id, form) => rejectPost(ctx, id, parse(RejectionInput, reasonOf(form))),
  ),
};

function reasonId(form: URLSearchParams): string {
  return readId(form.get('reason_id'), 'reason');
}

const textOf = (form: URLSearchParams) => parse(ReasonInput, { text: form.get('text') ?? '' }).text;

const onReasons =
  (act: (ctx: Ctx, form: URLSearchParams) => Promise<unknown>) =>
  async (ctx: Ctx, { values }: SentForm): Promise<string> => {
    await act(ctx, values);
    return REASONS_PATH;
  };

const REASON_ACTIONS = {
  add: onReasons((ctx, form) => addReason(ctx, textOf(form))),
  'change.': onReasons((ctx, form) => changeReason(ctx, reasonId(form), textOf(form))),
  'remove.': onReasons((ctx, form) => removeReason(ctx, reasonId(form))),
};

/** The plain forms on the staff's pages of reports. */
export function moderationForms(render: RenderRejected | undefined): Hono<Env> {
  const forms = new Hono<Env>()
    .post('/reasons', handleForms(render, REASON_ACTIONS))
    .post('/decisions/:id', handleForms(render, DECISION_ACTIONS))
    .post('/pending/:id', handleForms(render, PENDING_ACTIONS));
  for (const kind of REPORT_KINDS)
    forms.post(`/${kind}/:id`, handleForms(render, decisionsOn(kind)));
  return forms;
}

async function reply(ctx: Ctx, { values }: SentForm): Promise<string> {
  const id = readId(values.get('decision_id'), 'decision');
  const { content } = parse(ReplyInput, { content: values.get('content') ?? '' });
  await replyToDecision(ctx, id, content);
  return `${MODERATION_PATH}#d-${id}`;
}

/** The plain form on a member's page of decisions about them. */
export const ownModerationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleForms(render, { '': reply }));
