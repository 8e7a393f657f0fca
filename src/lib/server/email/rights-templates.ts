import { site, timeZone } from '#lib/site.ts';

import type { Email } from './templates.ts';

type Recipient = Email['to'];

const DAY = new Intl.DateTimeFormat('en-PH', { dateStyle: 'long', timeZone });

const IF_NOT_YOU = `If this was not you, please write to ${site.contactEmail} immediately, and ask for a new password with “Forgot Password” on the sign-in page.`;

/**
 * The email when a member's copy of their data is ready.
 * @param link to the page where it is
 * @param until when it is deleted, milliseconds since 1970
 */
export const exportReadyEmail = (to: Recipient, link: string, until: number): Email => ({
  to,
  subject: `Your ${site.name} data is ready`,
  paragraphs: [
    `Hello ${to.name},`,
    `The copy of your data that you asked for is ready. Download it until ${DAY.format(until)} at ${link}. You need to sign in, and to enter your password again.`,
    IF_NOT_YOU,
  ],
});

/**
 * The email when a member requested the deletion of their account.
 * @param link to where they sign in
 * @param eraseAt milliseconds since 1970
 */
export const deletionRequestedEmail = (to: Recipient, link: string, eraseAt: number): Email => ({
  to,
  subject: `Your ${site.name} account will be deleted`,
  paragraphs: [
    `Hello ${to.name},`,
    `You asked to delete your ${site.name} account. You were signed out, and others do not see you any more. On ${DAY.format(eraseAt)} all that is yours is erased.`,
    `If you change your mind before, sign in at ${link}: then your account stays as it was.`,
    'If this was not you, sign in now, and choose a new password in Account Settings. If you cannot sign in, use “Forgot Password” on the sign-in page.',
  ],
});

/** The email when a sign-in ended the deletion of an account. */
export const deletionCancelledEmail = (to: Recipient): Email => ({
  to,
  subject: `Your ${site.name} account stays`,
  paragraphs: [
    `Hello ${to.name},`,
    `You signed in, so your ${site.name} account is not deleted. Others see you and your posts again. Pick-ups that were called off stay so.`,
    IF_NOT_YOU,
  ],
});
