import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { REPORT_KINDS, type ReportKind } from '#lib/contract/moderation/moderation.ts';
import { ReportInput } from '#lib/contract/moderation/reports.ts';
import { reportPagePath } from '#lib/contract/paths.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { notFound } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import {
  handleForms,
  type RenderRejected,
  type SentForm,
} from '#lib/server/platform/http/page-forms.ts';
import { parse } from '#lib/server/platform/http/parse-request.ts';

import { reportComment, reportMember, reportPost } from './service.ts';

const REPORT: Record<ReportKind, (ctx: Ctx, id: string, input: ReportInput) => Promise<void>> = {
  post: reportPost,
  comment: (ctx, id, input) => reportComment(ctx, { id, postId: null }, input),
  member: reportMember,
};

const send = (kind: ReportKind) => async (ctx: Ctx, form: SentForm) => {
  const id = toId(form.id);
  if (!id) throw notFound(kind);
  const report_desc = form.values.get('report_desc') ?? '';
  await REPORT[kind](ctx, id, parse(ReportInput, { report_desc }));
  return `${reportPagePath(kind, id)}?done=sent`;
};

/** The plain forms of the pages on which a member reports something. */
export function reportForms(render: RenderRejected | undefined): Hono<Env> {
  const forms = new Hono<Env>();
  for (const kind of REPORT_KINDS)
    forms.post(`/${kind}/:id`, handleForms(render, { '': send(kind) }));
  return forms;
}
