import { Hono } from 'hono';

import { REPORT_KINDS, type ReportKind } from '#lib/contract/moderation/moderation.ts';
import { ReportInput, ReportStatus } from '#lib/contract/moderation/reports.ts';
import { reportPagePath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse, readId } from '#lib/server/platform/http/parse-request.ts';

import { getReportStatus, LIMITS, reportComment, reportMember, reportPost } from './service.ts';

/** Reports. */
export const calls = {
  'GET /web/forum/posts/:id/report': call({
    summary: 'See whether I reported a post',
    token: true,
    response: ReportStatus,
    ids: { id: 'post' },
    run: (ctx, { id }) => getReportStatus(ctx, id),
  }),
  'POST /web/forum/posts/:id/report': call({
    summary: 'Report a post',
    token: true,
    body: ReportInput,
    status: [201],
    errors: ['own_post_report', 'already_reported'],
    limits: [LIMITS.report],
    ids: { id: 'post' },
    actsFor: 'self',
    run: (ctx, { id, body }) => reportPost(ctx, id, body),
  }),
  'POST /web/forum/posts/:id/comments/:comment_id/report': call({
    summary: 'Report a comment',
    token: true,
    body: ReportInput,
    status: [201],
    errors: ['own_comment_report', 'comment_already_reported'],
    limits: [LIMITS.report],
    ids: { id: 'post', comment_id: 'comment' },
    actsFor: 'self',
    run: (ctx, { id, comment_id, body }) =>
      reportComment(ctx, { id: comment_id, postId: id }, body),
  }),
  'POST /web/forum/users/:id/report': call({
    summary: 'Report a member',
    token: true,
    body: ReportInput,
    status: [201],
    errors: ['own_report', 'member_already_reported'],
    limits: [LIMITS.report],
    ids: { id: 'member' },
    run: (ctx, { id, body }) => reportMember(ctx, id, body),
  }),
} satisfies Calls;

const REPORT: Record<ReportKind, (ctx: Ctx, id: string, input: ReportInput) => Promise<void>> = {
  post: reportPost,
  comment: (ctx, id, input) => reportComment(ctx, { id, postId: null }, input),
  member: reportMember,
};

const send = (kind: ReportKind) => async (ctx: Ctx, form: SentForm) => {
  const id = readId(form.id, kind);
  const report_desc = form.values.get('report_desc') ?? '';
  await REPORT[kind](ctx, id, parse(ReportInput, { report_desc }));
  return `${reportPagePath(kind, id)}?done=sent`;
};

/** The plain forms of report pages. */
export function reportForms(render: RenderRejected | undefined): Hono<Env> {
  const forms = new Hono<Env>();
  for (const kind of REPORT_KINDS)
    forms.post(`/${kind}/:id`, handleForms(render, { '': send(kind) }));
  return forms;
}
