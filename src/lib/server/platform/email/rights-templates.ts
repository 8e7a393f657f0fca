import { site, timeZone } from '#lib/site.ts';

import type { Email } from './templates.ts';

type Recipient = Email['to'];

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone });

const IF_NOT_YOU = `If this wasn’t you, please email ${site.contactEmail} right away, and reset your password with “Forgot Password” on the login page.`;

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
    `The copy of your data you requested is ready. You can download it until ${DAY.format(until)} at ${link}. You’ll need to log in and enter your password again.`,
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
    `You asked us to delete your ${site.name} account. You’ve been logged out, and others can no longer see you. On ${DAY.format(eraseAt)}, everything of yours will be erased.`,
    `If you change your mind, log in before then at ${link}, and your account will stay as it was.`,
    'If this wasn’t you, log in now and change your password in Account Settings. If you can’t log in, use “Forgot Password” on the login page.',
  ],
});

/** The email when a sign-in ended the deletion of an account. */
export const deletionCancelledEmail = (to: Recipient): Email => ({
  to,
  subject: `Your ${site.name} account stays`,
  paragraphs: [
    `Hello ${to.name},`,
    `You logged in, so we won’t delete your ${site.name} account. Others can see you and your posts again. Pickups that were called off stay called off.`,
    IF_NOT_YOU,
  ],
});
