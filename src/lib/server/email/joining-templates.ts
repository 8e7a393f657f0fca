import { site } from '#lib/site.ts';

import type { Email } from './templates.ts';

type Recipient = Email['to'];

const NOT_YOU = `If you did not ask for this, no action is needed. Questions? Write to ${site.contactEmail}.`;

/**
 * The email with the link that begins an account.
 * @param link the whole URL
 * @param days for which it works
 */
export const joinLinkEmail = (to: Recipient, link: string, days: number): Email => ({
  to,
  subject: `Your link to join ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `This link opens your account at ${site.name}. Choose your password there, and you can begin:`,
    link,
    `It works for ${days} days, and only once. Do not pass it on.`,
    NOT_YOU,
  ],
});

/** The email to somebody whom staff have admitted. */
export const admittedEmail = (to: Recipient, link: string, days: number): Email => ({
  ...joinLinkEmail(to, link, days),
  subject: `Welcome to ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `Good news: the staff of ${site.community} have admitted you. Choose your password here, and you can begin:`,
    link,
    `The link works for ${days} days, and only once. Do not pass it on.`,
    NOT_YOU,
  ],
});

/** The email to somebody whose application waits for staff. */
export const applicationReceivedEmail = (to: Recipient): Email => ({
  to,
  subject: `You asked to join ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `Thank you. The staff of ${site.community} look at your request, and write to you at this address.`,
    NOT_YOU,
  ],
});

/** @param reason of the staff */
export const declinedEmail = (to: Recipient, reason: string): Email => ({
  to,
  subject: `Your request to join ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `The staff of ${site.community} could not admit you. They write:`,
    reason,
    `If you think this is a mistake, write to ${site.contactEmail}.`,
  ],
});

/**
 * The email to a member whose address was used to join again: the site itself does not say that there is an account.
 * @param origin of the site
 */
export const alreadyMemberEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: `You already have an account at ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `Somebody asked to join ${site.name} with this email address. It has an account already, so nothing was changed.`,
    `If this was you, log in at ${origin}/login. A forgotten password is replaced with “Forgot Password” there.`,
    NOT_YOU,
  ],
});
