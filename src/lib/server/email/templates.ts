import { EMAIL_CHANGE_HOURS } from '#lib/contract/email-changes.ts';
import { RESET_CODE } from '#lib/contract/password-reset.ts';
import { site } from '#lib/site.ts';

/** An email to a member. */
export interface Email {
  to: { name: string; address: string };
  subject: string;
  /** a paragraph in asterisks is emphasized, and one that is a URL is a link */
  paragraphs: string[];
}

type Recipient = Email['to'];

/** The email with a password reset code. */
export const codeEmail = (to: Recipient, code: string): Email => ({
  to,
  subject: `Your ${site.name} code`,
  paragraphs: [
    `Hello ${to.name},`,
    `You asked for a new password at ${site.name}. Your code is`,
    `*${code}*`,
    `Enter it on the page where you asked for it. It works for ${RESET_CODE.minutes} minutes, and only once.`,
    `Never give this code to anybody. No one from ${site.community} will ever ask you for it.`,
    'If you did not ask for it, no action is needed: your password is not changed.',
  ],
});

/**
 * The email after a password change.
 * @param passkeysUrl the page of the member's passkeys; null when there are none
 */
export const passwordChangedEmail = (to: Recipient, passkeysUrl: string | null): Email => ({
  to,
  subject: `Your ${site.name} password was changed`,
  paragraphs: [
    `Hello ${to.name},`,
    `The password of your ${site.name} account was changed a moment ago. Your other devices were signed out.`,
    ...(passkeysUrl === null
      ? []
      : [`Your passkeys still open your account. You can see and remove them at ${passkeysUrl}.`]),
    'If this was you, no action is needed.',
    `If this was not you, please write to ${site.contactEmail} immediately, and ask for a new password with “Forgot Password” on the sign-in page.`,
  ],
});

/**
 * The email to a new member.
 * @param origin of the site
 */
export const welcomeEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: `Welcome to ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `${site.community} has opened an account for you at ${site.name}, under this email address: ${to.address}.`,
    `To choose your password, open ${origin}/forgot-password and enter this address there. We then send you a code of ${RESET_CODE.digits} digits.`,
    `If you do not know why you got this email, please write to ${site.contactEmail}.`,
  ],
});

/** The email about what staff decided. @param paragraphs after the greeting */
export const moderationEmail = (to: Recipient, subject: string, paragraphs: string[]): Email => ({
  to,
  subject: `${subject} at ${site.name}`,
  paragraphs: [`Hello ${to.name},`, `${subject}.`, ...paragraphs],
});

/**
 * The email that staff send to a member who cannot sign in.
 * @param origin of the site
 */
export const chooseNewPasswordEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: `Choose a new ${site.name} password`,
  paragraphs: [
    `Hello ${to.name},`,
    `The staff of ${site.community} were asked to help you with your password.`,
    `To choose a new one, open ${origin}/forgot-password and enter this address there: ${to.address}. We then send you a code of ${RESET_CODE.digits} digits.`,
    'If you did not ask for help, no action is needed: your password is not changed.',
  ],
});

/** The email to a new address, which its owner has to prove. @param link to the page that does it */
export const proveEmail = (to: Recipient, link: string): Email => ({
  to,
  subject: `Confirm your new email for ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `The staff of ${site.community} were asked to use this address for your ${site.name} account. To confirm that it is yours, open`,
    link,
    `and press the button there. The link works for ${EMAIL_CHANGE_HOURS} hours, and only once.`,
    `If you do not know why you got this email, no action is needed: nothing is changed.`,
  ],
});

/** The email to the present address, when another one is to be proved. */
export const emailChangeRequestedEmail = (to: Recipient): Email => ({
  to,
  subject: `Your ${site.name} account is to get another email`,
  paragraphs: [
    `Hello ${to.name},`,
    `The staff of ${site.community} were asked to use another email address for your ${site.name} account. It changes once the owner of that address confirms it.`,
    `If this was not you, please write to ${site.contactEmail} immediately.`,
  ],
});

/** The email to the previous address. */
export const emailChangedEmail = (to: Recipient): Email => ({
  to,
  subject: `Your ${site.name} account has another email now`,
  paragraphs: [
    `Hello ${to.name},`,
    `Your ${site.name} account was moved to another email address. This address is not used any more.`,
    `If this was not you, please write to ${site.contactEmail} immediately.`,
  ],
});

const SIGNATURE = `${site.community}, ${site.region}`;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const BODY_STYLE =
  'font:17px/1.5 system-ui,sans-serif;color:#26301f;max-width:32em;margin:0 auto;padding:16px';
const CODE_STYLE = 'font-size:32px;letter-spacing:4px;font-variant-numeric:tabular-nums';

/** @returns the plain-text body */
export const toText = ({ paragraphs }: Email): string =>
  `${paragraphs.map((paragraph) => paragraph.replaceAll('*', '')).join('\n\n')}\n\n-- \n${SIGNATURE}\n`;

/** @returns the HTML body, which loads nothing */
export function toHtml({ subject, paragraphs }: Email): string {
  const body = paragraphs
    .map(
      (paragraph) =>
        `<p>${escapeHtml(paragraph)
          .replace(/^\*(.+)\*$/, `<strong style="${CODE_STYLE}">$1</strong>`)
          .replace(/^https?:\/\/\S+$/, '<a href="$&">$&</a>')}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY_STYLE}">
${body}
<p style="color:#5d6654">${escapeHtml(SIGNATURE)}</p>
</body></html>
`;
}
