import { RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { t } from '#lib/messages/t.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { site } from '#lib/site.ts';

/** The email with a password reset code. */
export const codeEmail = (to: Email['to'], code: string): Email => ({
  to,
  subject: t('email.code_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.code_asked', { site: site.name }),
    `*${code}*`,
    t('email.code_how', { minutes: RESET_CODE.minutes }),
    t('email.code_secret', { community: site.community }),
    t('email.code_not_you'),
  ],
});

/**
 * The email after a password change.
 * @param passkeysUrl the page of the member's passkeys; null when there are none
 */
export const passwordChangedEmail = (to: Email['to'], passkeysUrl: string | null): Email => ({
  to,
  subject: t('email.changed_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.changed', { site: site.name }),
    ...(passkeysUrl === null ? [] : [t('email.changed_passkeys', { url: passkeysUrl })]),
    t('email.all_set'),
    t('email.not_you_reset', { email: site.contactEmail }),
  ],
});
