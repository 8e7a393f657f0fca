import { CONFIRM_FIELD, type Confirmation } from '#lib/contract/people/confirmations.ts';
import { verifyPassword } from '#lib/server/people/credentials/password-hash.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { confirmSession } from '#lib/server/people/sessions/queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { fieldError, unauthenticated } from '#lib/server/platform/errors.ts';
import { withAttemptLimit } from '#lib/server/platform/rate-limits/attempt-limit.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireSessionId, requireViewer } from '#lib/server/platform/require-viewer.ts';

/** Records that the viewer has just confirmed their identity, by password or passkey. */
export async function markConfirmed(ctx: Ctx): Promise<void> {
  const viewer = requireViewer(ctx);
  const sessionId = requireSessionId(ctx);
  const now = ctx.now();
  if (!(await confirmSession(ctx.db, sessionId, now))) throw unauthenticated();
  ctx.viewer = { ...viewer, confirmedAt: now };
}

export const LIMITS = defineLimits({
  confirmation: {
    what: "a member's wrong passwords where it is entered again",
    points: 10,
    seconds: 900,
  },
});

/** Confirms the viewer's identity by the password. */
export async function confirmPassword(ctx: Ctx, input: Confirmation): Promise<void> {
  const { id } = requireViewer(ctx);
  const credentials = await findCredentials(ctx.db, 'id', id);
  if (!credentials) throw unauthenticated();
  const isRight = await withAttemptLimit(ctx, [[LIMITS.confirmation, id]], async () =>
    (await verifyPassword(input[CONFIRM_FIELD], credentials.password_hash)) ? true : null,
  );
  if (!isRight) {
    ctx.log.warn({ event: 'confirmation_failed', requestId: ctx.requestId, member: id });
    throw fieldError(CONFIRM_FIELD, 'wrong_current_password');
  }
  await markConfirmed(ctx);
}
