import { Hono } from 'hono';

import { SuggestionQuery } from '#lib/contract/suggestions.ts';
import { suggestMembers } from '#lib/server/domain/suggestions.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { readQuery } from '#lib/server/pipeline/read.ts';

/** Whom to follow (spec 7; design 5). */
export const suggestions = new Hono<Env>().get('/following/suggestions', async (c) => {
  const query = readQuery(c, SuggestionQuery);
  return c.json({ data: await suggestMembers(c.get('ctx'), query) });
});
