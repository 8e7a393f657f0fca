// An email tries the mail server: by the operator's command, and by a button for staff.
import { expect, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createOperatedSite } from '#tests/support/server/operated-site.ts';
import { runOperator } from '#tests/support/server/run-operator.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import {
  addSignedInMembers,
  databaseAddress,
  originOf,
} from '#tests/support/server/server-process.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';

import { startOwnServer } from './running-server.ts';

const RESPONSE = '5.7.1 Sender hello@glean.example is not verified';

/** A mail server that rejects the sender, as a relay does. */
const openRejecting = () =>
  openMailServer({
    onMailFrom: (_from, _session, done) =>
      done(Object.assign(new Error(RESPONSE), { responseCode: 550 })),
  });

test('`test-email` prints what the mail server responds, and whether the records are there', async () => {
  const site = await createOperatedSite('sqlite');
  const send = (settings: Record<string, string>, address = 'you@glean.example') =>
    runOperator(site.instance, ['test-email', address], settings);
  const mail = await openMailServer();
  const accepted = await send({ MAIL_URL: mail.url });
  expect(accepted.code).toBe(0);
  expect(accepted.out).toMatch(/^From hello@glean\.example to you@glean\.example:\n< 220 .+ESMTP/);
  for (const line of ['> MAIL FROM:<hello@glean.example>', '< 250 Accepted'])
    expect(accepted.out.split('\n')).toContain(line);
  expect(accepted.out).toContain('The email was accepted.');
  expect(accepted.out).toMatch(/\nSPF {4}(Missing|Cannot).+\nDKIM {3}.+\nDMARC {2}/);
  expect(mail.received).toMatchObject([{ to: ['you@glean.example'] }]);
  const rejected = await send({ MAIL_URL: (await openRejecting()).url });
  expect(rejected.code).toBe(1);
  expect(rejected.out).toContain(`\n< 550 ${RESPONSE}\n`);
  expect(rejected.out).toMatch(/It was not accepted: .*550/);
  const stopped = await send({ MAIL_URL: 'smtp://127.0.0.1:9' });
  expect(stopped).toMatchObject({ code: 1, out: expect.stringContaining('ECONNREFUSED') });
  const none = await send({});
  expect(none).toMatchObject({ code: 1, out: expect.stringContaining('No MAIL_URL is set') });
  const wrong = await send({}, 'you');
  expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('no email address') });
});

test('a password is not printed', async () => {
  const site = await createOperatedSite('sqlite');
  const mail = await openMailServer({
    authOptional: false,
    onAuth: ({ password }, _session, done) => done(null, { user: password }),
  });
  const url = `${mail.url.replace('://', '://glean:hunter22@')}?requireTLS=false`;
  const { code, out } = await runOperator(site.instance, ['test-email', 'you@glean.example'], {
    MAIL_URL: url,
  });
  expect(code).toBe(0);
  expect(out).toContain('> AUTH PLAIN');
  expect(out).not.toContain('hunter22');
  expect(out).not.toContain(Buffer.from('\0glean\0hunter22').toString('base64'));
});

test('staff have an email sent to their own address, and read the same', async () => {
  const mail = await openRejecting();
  const { instance } = await startOwnServer({ MAIL_URL: mail.url });
  const database = openDatabase(databaseAddress(instance));
  const [session = ''] = await addSignedInMembers(database, 1);
  const { email } = await database.db
    .updateTable('members')
    .set({ role: 'staff' })
    .returning('email')
    .executeTakeFirstOrThrow();
  await database.close();
  const staff = new ServerClient(instance, session);
  const page = await (await staff.get('/staff/test-email')).text();
  expect(page).toContain(email);
  const { 'x-csrf-token': csrf_token = '', ...headers } = await staff.headers();
  const response = await fetch(`${originOf(instance)}/staff/test-email`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ csrf_token, action: 'send' }),
  });
  const result = await response.text();
  expect(result).toContain(RESPONSE);
  expect(result).toContain('The email was not accepted');
  expect(result).toContain('DMARC');
});
