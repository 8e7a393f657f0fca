import type { Hono } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';

import { AppError } from '#lib/server/platform/errors.ts';
import type { Env } from '#lib/server/platform/http/env.ts';

/**
 * Finds out which methods an app has for a path.
 * @param app with all its routes
 * @returns a function of the path that throws AppError method_not_allowed for one that has other methods only
 */
export function createMethodCheck(app: Hono<Env>): (method: string, path: string) => void {
  const router = new TrieRouter<string>();
  // Middleware is registered for all methods.
  const routes = app.routes.filter(({ method }) => method !== 'ALL');
  for (const { method, path } of routes) router.add('ALL', path, method);
  return (method, path) => {
    const found = router.match('ALL', path)[0].map(([allowed]) => allowed);
    const allow = [...new Set(found.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : each)))];
    if (allow.length > 0 && !allow.includes(method))
      throw new AppError('method_not_allowed', { allow });
  };
}
