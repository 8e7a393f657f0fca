import { Hono } from 'hono';

import { SuggestionQuery } from '#lib/contract/suggestions.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseQuery } from '#lib/server/http/parse-request.ts';

import { listSuggestions } from './service.ts';

export const suggestions = new Hono<Env>().get('/following/suggestions', async (c) => {
  const query = parseQuery(c, SuggestionQuery);
  return c.json({ data: await listSuggestions(c.get('ctx'), query) });
});
