import { site } from '#lib/site.ts';

import type { Message } from './mailer.ts';
import { type Email, toHtml, toText } from './templates.ts';

/** What identifies an email, the same on every attempt. */
interface Envelope {
  id: string;
  /** host name of the site */
  host: string;
  /** milliseconds since 1970 */
  createdAt: number;
}

/** Composes an email's headers and bodies; nodemailer removes line breaks from headers. */
export const composeMessage = (email: Email, { id, host, createdAt }: Envelope): Message => ({
  id,
  from: { name: site.name, address: site.contactEmail },
  to: email.to,
  subject: email.subject,
  text: toText(email),
  html: toHtml(email),
  date: new Date(createdAt),
  messageId: `<${id}@${host}>`,
  // Suppress auto-replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
