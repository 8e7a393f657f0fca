import { t } from '#lib/messages/t.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { formatDay } from '#lib/server/platform/format-day.ts';
import { site } from '#lib/site.ts';

/**
 * The email when a member requested the deletion of their account.
 * @param link to where they sign in
 * @param eraseAt milliseconds since 1970
 */
export const deletionRequestedEmail = (to: Email['to'], link: string, eraseAt: number): Email => ({
  to,
  subject: t('email.deletion_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.deletion', { site: site.name, day: formatDay(eraseAt) }),
    t('email.deletion_stay', { link }),
    t('email.deletion_not_you'),
  ],
});

/** The email when a sign-in ended the deletion of an account. */
export const deletionCancelledEmail = (to: Email['to']): Email => ({
  to,
  subject: t('email.stays_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.stays', { site: site.name }),
    t('email.not_you_reset', { email: site.contactEmail }),
  ],
});
