import type { EmailTable } from '#lib/server/db/schema.ts';
import { site } from '#lib/site.ts';

import type { Message } from './mailer.ts';
import { type Email, toHtml, toText } from './templates.ts';

/**
 * Composes an email's headers and bodies, the same on every attempt; nodemailer removes line breaks from headers.
 * @param host name of the site
 */
export const composeMessage = (
  email: Email,
  { id, created_at }: EmailTable,
  host: string,
): Message => ({
  id,
  from: { name: site.name, address: site.contactEmail },
  to: email.to,
  subject: email.subject,
  text: toText(email),
  html: toHtml(email),
  date: new Date(created_at),
  messageId: `<${id}@${host}>`,
  // Suppress auto-replies (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
