import { matchedRoutes } from 'hono/route';

import type { RequestContext } from './env.ts';

const ALL_METHODS = 'ALL';
const ALL_PATHS = '/*';

/**
 * @param c of a request that has its response
 * @returns the pattern of the route that responded, like `/api/web/forum/posts/:id` or a page's `/eduhub/[id]`; of a
 *   request that middleware rejected, that of the route it was for, or the middleware's
 */
export function routePattern(c: RequestContext): string {
  const known = c.get('route');
  if (known) return known;
  const routes = matchedRoutes(c);
  const last = routes[c.req.routeIndex];
  if (last && last.method !== ALL_METHODS) return last.path;
  const own = routes.find(({ method, path }) => method !== ALL_METHODS && path !== ALL_PATHS);
  return own?.path ?? last?.path ?? ALL_PATHS;
}
