// Authorization of calls and pages. `NEEDS_CONFIRMATION` in people/viewer/authorize-act.ts lists the actions of staff.
import type { MiddlewareHandler } from 'hono';

import { signInPath } from '#lib/contract/redirects.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import type { Env, RequestContext } from '#lib/server/platform/http/env.ts';
import { rejectOtherMethods, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';
import { requireStaffViewer, requireViewer } from '#lib/server/platform/require-viewer.ts';

/** Rejects guests before anything else is checked. */
export const requireAuth: MiddlewareHandler<Env> = (c, next) => {
  requireViewer(c.get('ctx'));
  return next();
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Rejects a member's writes until they have agreed to the current documents. Guests are checked by each handler. */
export const requireConsent: MiddlewareHandler<Env> = async (c, next) => {
  const ctx = c.get('ctx');
  if (ctx.viewer && !SAFE_METHODS.has(c.req.method)) await ctx.identity.requireConsents(ctx);
  await next();
};

/**
 * Rejects everyone except staff, for calls.
 * @throws AppError unauthenticated for guests, staff_only for other members
 */
export const requireStaff: MiddlewareHandler<Env> = (c, next) => {
  requireStaffViewer(c.get('ctx'));
  return next();
};

/**
 * Redirects a guest from a page for members to the login page, and back, keeping the filters of the link but not the
 * results of actions.
 */
export function leadToSignIn(c: RequestContext): Response {
  const { searchParams } = new URL(c.req.url);
  searchParams.delete('done');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  return c.redirect(signInPath(c.req.path + query));
}

interface Pages {
  /** renders the 404 page; missing in tests of the API */
  renderNotFound?: MiddlewareHandler<Env>;
  renderRejected?: RenderRejected;
}

/** Hides the pages of staff: everyone else gets the 404 page. The services check again. */
export const hideFromOthers =
  ({ renderNotFound, renderRejected }: Pages = {}): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (c.get('ctx').viewer?.role === 'staff') return next();
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead) return rejectOtherMethods(renderRejected)(c, next);
    if (!renderNotFound) throw new AppError('page_not_found');
    return renderNotFound(c, next);
  };
