import type { MailTest } from '#lib/contract/app/mail-test.ts';
import { findRecipient } from '#lib/server/notifications/channels/facts-queries.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { toRecipient } from '#lib/server/platform/email/email.ts';
import { sendTestEmail } from '#lib/server/platform/email/test-email.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

export const LIMITS = defineLimits({
  testEmail: {
    what: "a member of staff's emails to try the mail server",
    points: 10,
    seconds: 3600,
  },
});

/** @returns the viewer's own address; null without one */
export async function findOwnAddress(ctx: Ctx): Promise<string | null> {
  const member = await findRecipient(ctx.db, requireStaffViewer(ctx).id);
  return member?.email ?? null;
}

/**
 * Sends an email to the viewer's own address, and shows what the mail server responds.
 * @throws AppError unauthenticated, staff_only, email_required, rate_limited
 */
export async function testEmail(ctx: Ctx): Promise<MailTest> {
  const { id } = requireStaffViewer(ctx);
  const member = await findRecipient(ctx.db, id);
  const to = member && toRecipient(member);
  if (!to) throw new AppError('email_required');
  await ctx.limits.consume(LIMITS.testEmail, id);
  return sendTestEmail(ctx.config, to, ctx.now());
}
