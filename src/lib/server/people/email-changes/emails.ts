import { EMAIL_CHANGE_HOURS } from '#lib/contract/people/email-changes.ts';
import { t } from '#lib/messages/t.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { site } from '#lib/site.ts';

/** The email to a new address, which its owner has to prove. @param link to the page that does it */
export const proveEmail = (to: Email['to'], link: string): Email => ({
  to,
  subject: t('email.prove_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.prove', { community: site.community, site: site.name }),
    link,
    t('email.prove_how', { hours: EMAIL_CHANGE_HOURS }),
    t('email.prove_not_you'),
  ],
});

/** The email to the present address, when another one is to be proved. */
export const emailChangeRequestedEmail = (to: Email['to']): Email => ({
  to,
  subject: t('email.change_asked_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.change_asked', { community: site.community, site: site.name }),
    t('email.not_you', { email: site.contactEmail }),
  ],
});

/** The email to the previous address. */
export const emailChangedEmail = (to: Email['to']): Email => ({
  to,
  subject: t('email.address_changed_subject', { site: site.name }),
  paragraphs: [
    t('email.hello', { name: to.name }),
    t('email.address_changed', { site: site.name }),
    t('email.not_you', { email: site.contactEmail }),
  ],
});
