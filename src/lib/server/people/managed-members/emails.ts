import { PASSWORD_LINK_HOURS, RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { t } from '#lib/messages/t.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { site } from '#lib/site.ts';

/** The email to a new member. @param link with which they choose a password */
export const welcomeEmail = (to: Email['to'], link: string): Email => ({
  to,
  subject: t('email.welcome_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.welcome', { site: site.name, address: to.address }),
    t('email.welcome_go'),
    link,
    t('email.welcome_link', { hours: PASSWORD_LINK_HOURS }),
    t('email.welcome_unexpected', { email: site.contactEmail }),
  ],
});

/**
 * The email that staff send to a member who cannot sign in.
 * @param origin of the site
 */
export const chooseNewPasswordEmail = (to: Email['to'], origin: string): Email => ({
  to,
  subject: t('email.new_password_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.new_password', { community: site.community }),
    t('email.new_password_go'),
    `${origin}/forgot-password`,
    t('email.new_password_how', { address: to.address, digits: RESET_CODE.digits }),
    t('email.new_password_not_you'),
  ],
});
