import { expect, test } from 'vitest';

import { transact } from '#lib/server/platform/db/transact.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import {
  codeIn,
  testEmail,
  messageId,
  deliveredEmails,
  enqueue,
  pendingCount,
} from '#tests/support/nouns/emails.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSite } from '#tests/support/site/site.ts';

const HOUR = 3_600_000;

test('an email is sent as text and HTML, and leaves the queue', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  const { email } = await site.member({ first_name: 'Niña', last_name: 'O’Brien' });
  const response = await site.guest().post('/api/web/auth/forgot-password', { email });
  expect(response.status).toBe(200);
  await sendPending(site.services);
  expect(server.received).toHaveLength(1);
  const [{ to, text } = { to: [], text: '' }] = server.received;
  expect(to).toEqual([email]);
  expect(text).toContain('From: Glean <hello@glean.example>');
  expect(text).toContain('Subject: Your Glean code');
  expect(text).toContain('Auto-Submitted: auto-generated');
  expect(text).toMatch(/^Content-Type: multipart\/alternative/m);
  expect(text).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  expect(text).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
  expect(text).not.toMatch(/<img|<script|https?:\/\//);
  expect(messageId(text)).toMatch(/^<[\da-f-]{36}@localhost>$/);
  expect(await pendingCount(site)).toBe(0);
  expect(site.log.join('')).not.toContain(codeIn([text]));
});

test('without a mail server emails are files in the mail folder', async () => {
  const site = await openSite();
  await enqueue(site);
  const [text = ''] = await deliveredEmails(site);
  expect(text).toContain('To: Maria Santos <maria@glean.example>');
  expect(codeIn([text])).toBe('12345678');
  expect(await pendingCount(site)).toBe(0);
});

test('an email is queued only when its transaction commits', async () => {
  const site = await openSite();
  const undone = transact(site.services, { invalidates: [] }, async (tx) => {
    await enqueueEmail(site.services, tx, testEmail(), HOUR);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await deliveredEmails(site)).toEqual([]);
});

test('line breaks in a name add no headers (ASVS 1.3.11)', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(
    site,
    testEmail('maria@glean.example', 'Maria\r\nBcc: eve@evil.example\r\n\r\nHello'),
  );
  await sendPending(site.services);
  const [head = ''] = (server.received[0]?.text ?? '').split('\r\n\r\n');
  expect(server.received[0]?.to).toEqual(['maria@glean.example']);
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^to:/gim)).toHaveLength(1);
});

test('the server authenticates to the mail server, but sends no password without TLS', async () => {
  const users: unknown[] = [];
  const server = await openMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      users.push([username, password]);
      done(null, { user: username });
    },
  });
  const url = server.url.replace('//', '//glean:a%20secret@');
  const careful = await openSite({ MAIL_URL: url });
  await enqueue(careful);
  await sendPending(careful.services);
  expect(users).toEqual([]);
  const trusting = await openSite({ MAIL_URL: `${url}?requireTLS=false` });
  await enqueue(trusting);
  await sendPending(trusting.services);
  expect(users).toEqual([['glean', 'a secret']]);
  expect(server.received).toHaveLength(1);
});
