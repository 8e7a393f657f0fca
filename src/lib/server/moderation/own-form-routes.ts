import { Hono } from 'hono';

import { toId } from '#lib/contract/ids.ts';
import { MODERATION_PATH } from '#lib/contract/moderation-paths.ts';
import { ReplyInput } from '#lib/contract/moderation.ts';
import type { Ctx } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import { handlePageForm, type RenderRejected } from '#lib/server/http/page-forms.ts';
import { parse } from '#lib/server/http/parse-request.ts';

import { replyToDecision } from './replies.ts';

async function reply(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const id = toId(form.get('decision_id') ?? '');
  if (!id) throw notFound('decision');
  const { content } = parse(ReplyInput, { content: form.get('content') ?? '' });
  await replyToDecision(ctx, id, content);
  return `${MODERATION_PATH}#d-${id}`;
}

/** The plain form of what was decided about the viewer. */
export const ownModerationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handlePageForm(render, reply));
