import type { Ctx, Viewer } from './context.ts';
import { AppError, unauthenticated } from './errors.ts';

/**
 * @returns the logged-in member
 * @throws AppError unauthenticated, for a guest
 */
export function requireViewer(ctx: Ctx): Viewer {
  if (!ctx.viewer) throw unauthenticated();
  return ctx.viewer;
}

/**
 * @returns the id of the acting member: the viewer, or the steward acting for them. Limits count all actions of a
 *   steward together
 * @throws AppError unauthenticated, for a guest
 */
export function actingIdOf(ctx: Ctx): string {
  const { id, stewardId = id } = requireViewer(ctx);
  return stewardId;
}

/**
 * For actions that personal access tokens may not take.
 * @returns the id of the viewer's session
 * @throws AppError unauthenticated for a guest, token_not_allowed
 */
export function requireSessionId(ctx: Ctx): string {
  const { sessionId } = requireViewer(ctx);
  if (sessionId === null) throw new AppError('token_not_allowed');
  return sessionId;
}

/**
 * For data and actions of staff only.
 * @returns the staff member
 * @throws AppError unauthenticated for a guest, staff_only for another member, token_not_allowed
 */
export function requireStaffViewer(ctx: Ctx): Viewer {
  const viewer = requireViewer(ctx);
  if (viewer.token) throw new AppError('token_not_allowed');
  if (viewer.role !== 'staff') throw new AppError('staff_only');
  return viewer;
}
