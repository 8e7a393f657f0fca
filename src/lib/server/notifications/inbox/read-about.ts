// Marks notifications read when the member sees their subject itself, so that no delivery about it is sent.
import type { Ctx } from '#lib/server/platform/context.ts';
import type { Subject } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { requireViewer } from '#lib/server/platform/require-viewer.ts';

import { hasUnreadAbout, markReadAbout } from './about-queries.ts';
import { refreshInboxes } from './queries.ts';

/**
 * Marks the notifications about a subject read, for the viewer and the steward who acts for them:
 * `Services.events.subjectSeen`. Runs in its own transaction before an action, so that notifications caused by the
 * action stay unread.
 */
export async function readAbout(ctx: Ctx, about: Subject): Promise<void> {
  const { id, stewardId = id } = requireViewer(ctx);
  const readers = [...new Set([id, stewardId])];
  try {
    if (!(await hasUnreadAbout(ctx.db, readers, about))) return;
    await transact(ctx, { invalidates: [] }, async (tx) => {
      const changed = await markReadAbout(tx, readers, about, ctx.now());
      await refreshInboxes(tx, changed);
    });
  } catch (error) {
    // The page or action matters more than this mark.
    ctx.log.warn({ event: 'subject_not_read', error });
  }
}

/** Whether the member does not see the response yet: a script stores it, or a browser prefetches it. */
const isLoadedAhead = ({ method, headers }: Request): boolean =>
  method !== 'GET' ||
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers.get(name)?.startsWith('prefetch'));

/** The same for the page of a subject when its member opens it. Guests have no notifications. */
export async function readOnPage(request: Request, ctx: Ctx, about: Subject): Promise<void> {
  if (ctx.viewer && !isLoadedAhead(request)) await readAbout(ctx, about);
}
