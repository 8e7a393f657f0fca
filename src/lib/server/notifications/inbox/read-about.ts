// What a member has seen where it is needs no notification: it is read, so that nothing of it goes out any more.
import { type Ctx, requireViewer } from '#lib/server/platform/context.ts';
import type { Subject } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';

import { hasUnreadAbout, markReadAbout } from './about-queries.ts';
import { refreshInboxes } from './queries.ts';

/**
 * Marks read what the viewer is notified of about a subject, and whoever acts in their place: `Services.events.subjectSeen`.
 * It is a transaction of its own, so that what an act itself tells them of stays unread.
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
    // The page or the act is more than the note.
    ctx.log.warn({ event: 'subject_not_read', error });
  }
}

/** Whether no member looks at the response yet: a script stores it, or a browser loads it ahead. */
const isLoadedAhead = ({ method, headers }: Request): boolean =>
  method !== 'GET' ||
  ['sec-purpose', 'purpose', 'x-moz'].some((name) => headers.get(name)?.startsWith('prefetch'));

/** The same for a page of a subject, once its member opens it. A guest is notified of nothing. */
export async function readOnPage(request: Request, ctx: Ctx, about: Subject): Promise<void> {
  if (ctx.viewer && !isLoadedAhead(request)) await readAbout(ctx, about);
}
