import { RESET_CODE } from '#lib/contract/password-reset.ts';
import { site } from '#lib/site.ts';

/** A letter to a member, in plain words. */
export interface Email {
  to: { name: string; address: string };
  subject: string;
  /** what it says, a paragraph each; what is between asterisks stands out */
  paragraphs: string[];
}

type Recipient = Email['to'];

/** The letter that carries a code. @param code its digits */
export const codeEmail = (to: Recipient, code: string): Email => ({
  to,
  subject: `Your ${site.name} code`,
  paragraphs: [
    `Hello ${to.name},`,
    `You asked for a new password at ${site.name}. Your code is`,
    `*${code}*`,
    `Write it on the page where you asked for it. It works for ${RESET_CODE.minutes} minutes, and only once.`,
    `Never give this code to anybody. Nobody of ${site.community} will ever ask you for it.`,
    'If you did not ask for it, you need not do anything: your password stays as it is.',
  ],
});

/** The letter that tells of a changed password. */
export const passwordChangedEmail = (to: Recipient): Email => ({
  to,
  subject: `Your ${site.name} password was changed`,
  paragraphs: [
    `Hello ${to.name},`,
    `The password of your ${site.name} account was changed a moment ago. Your other devices were signed out.`,
    'If it was you, all is well.',
    `If it was not you, please write to ${site.contactEmail} at once, and ask for a new password with “Forgot Password” on the sign-in page.`,
  ],
});

/** The letter to a member whom the co-op took in. @param origin the site's address */
export const welcomeEmail = (to: Recipient, origin: string): Email => ({
  to,
  subject: `Welcome to ${site.name}`,
  paragraphs: [
    `Hello ${to.name},`,
    `${site.community} has opened an account for you at ${site.name}, under this email address: ${to.address}.`,
    `To choose your password, open ${origin}/forgot-password and write this address there. We then send you a code of ${RESET_CODE.digits} digits.`,
    `If you do not know why you got this letter, please write to ${site.contactEmail}.`,
  ],
});

const SIGNATURE = `${site.community}, ${site.region}`;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (said: string) => said.replaceAll(/[&<>"]/g, (each) => ESCAPES[each] ?? each);

const BODY =
  'font:17px/1.5 system-ui,sans-serif;color:#26301f;max-width:32em;margin:0 auto;padding:16px';
const BIG = 'font-size:32px;letter-spacing:4px;font-variant-numeric:tabular-nums';

/** @returns the letter as plain text */
export const toText = ({ paragraphs }: Email): string =>
  `${paragraphs.map((said) => said.replaceAll('*', '')).join('\n\n')}\n\n-- \n${SIGNATURE}\n`;

/** @returns the letter as a page, which loads nothing from anywhere */
export function toHtml({ subject, paragraphs }: Email): string {
  const body = paragraphs
    .map(
      (said) =>
        `<p>${escape(said).replace(/^\*(.+)\*$/, `<strong style="${BIG}">$1</strong>`)}</p>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(subject)}</title></head>
<body style="${BODY}">
${body}
<p style="color:#5d6654">${escape(SIGNATURE)}</p>
</body></html>
`;
}
