import { Hono } from 'hono';

import { ReplyInput } from '#lib/contract/moderation.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson } from '#lib/server/http/parse-request.ts';

import { listOwnDecisions } from './list-decisions.ts';
import { replyToDecision } from './replies.ts';
import { getModerationSummary } from './summary.ts';

/** What was decided about the viewer. */
export const ownModeration = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listOwnDecisions(c.get('ctx')) }))
  .post('/:id/reply', async (c) => {
    const id = parseId(c, 'decision');
    const { content } = await parseJson(c, ReplyInput);
    return c.json({ data: await replyToDecision(c.get('ctx'), id, content) }, 201);
  });

/** How often staff decided what, for everyone. */
export const moderationSummary = new Hono<Env>().get('/', async (c) =>
  c.json({ data: { months: await getModerationSummary(c.get('ctx')) } }),
);
