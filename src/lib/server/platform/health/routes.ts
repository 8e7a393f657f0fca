import { Hono } from 'hono';

import type { Services } from '#lib/server/platform/context.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { NO_STORE } from '#lib/server/platform/http/response-headers.ts';

import { listProblems, listWarnings, type ServerState } from './service.ts';

const NOT_READY = { ...NO_STORE, 'retry-after': '5' };

/**
 * Whether the server lives (`/healthz`), and whether it should be sent work (`/readyz`): if not, each problem with a
 * sentence for the operator. Neither asks the database: checks in the background do.
 */
export const health = ({ dialect }: Pick<Services, 'dialect'>, state: ServerState) =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ data: 'ok' }, 200, NO_STORE))
    .get('/readyz', (c) => {
      const warnings = listWarnings(state);
      const all = warnings.length > 0 ? { warnings } : {};
      const problems = listProblems(dialect, state);
      const [first] = problems;
      if (!first) return c.json({ data: 'ok', ...all }, 200, NO_STORE);
      const error = problems.map((problem) => problem.error).join(' ');
      return c.json({ error, code: first.code, problems, ...all }, 503, NOT_READY);
    });
