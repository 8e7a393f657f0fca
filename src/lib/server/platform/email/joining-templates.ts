import { site } from '#lib/site.ts';

import type { Email } from './templates.ts';

type Recipient = Email['to'];

const NOT_YOU = `If you didn’t request this, you can ignore this email. Questions? Email ${site.contactEmail}.`;

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
    `Tap this link to open your ${site.name} account and choose your password:`,
    link,
    `It works once, for ${days} days. Please don’t share it.`,
    NOT_YOU,
  ],
});

/** The email to an applicant admitted by staff. */
export const admittedEmail = (to: Recipient, link: string, days: number): Email => ({
  ...joinLinkEmail(to, link, days),
  subject: `Welcome to ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `Good news: you’re now a member of ${site.community}! Tap this link to choose your password:`,
    link,
    `The link works once, for ${days} days. Please don’t share it.`,
    NOT_YOU,
  ],
});

/** The email to an applicant whose application awaits review by staff. */
export const applicationReceivedEmail = (to: Recipient): Email => ({
  to,
  subject: `You asked to join ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `Thank you! The ${site.community} staff will review your request and email you here.`,
    NOT_YOU,
  ],
});

/** @param reason of the staff */
export const declinedEmail = (to: Recipient, reason: string): Email => ({
  to,
  subject: `Your request to join ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `The ${site.community} staff couldn’t approve your request to join. Here’s why:`,
    reason,
    `If you think this is a mistake, email ${site.contactEmail}.`,
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
    `Someone asked to join ${site.name} with this email. It already has an account, so nothing was changed.`,
    `If this was you, log in at ${origin}/login. If you forgot your password, tap “Forgot Password” there.`,
    NOT_YOU,
  ],
});
