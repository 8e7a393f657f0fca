import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { testEmail, messageId, enqueue, pendingCount } from '#tests/support/nouns/emails.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const LEASE = 120_001;

const failing = (responseCode: number) => Object.assign(new Error('Not now.'), { responseCode });

test('requests succeed while the mail server is down, and the email is sent when it is back', async () => {
  const server = await openMailServer();
  await server.close();
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site);
  await sendPending(site.services);
  expect(await pendingCount(site)).toBe(1);
  expect(site.log.join('')).toContain('email_failed');

  const back = await openMailServer({}, Number(new URL(server.url).port));
  await sendPending(site.services);
  expect(back.received).toEqual([]);
  site.advanceClock(5001);
  await sendPending(site.services);
  expect(back.received).toHaveLength(1);
  expect(await pendingCount(site)).toBe(0);
});

test('the time between attempts doubles', async () => {
  const server = await openMailServer();
  await server.close();
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site);
  const pauses = [];
  for (let nth = 0; nth < 5; nth += 1) {
    await sendPending(site.services);
    const { run_at } = await site.services.db
      .selectFrom('deliveries')
      .select('run_at')
      .executeTakeFirstOrThrow();
    const pause = run_at - site.services.now();
    pauses.push(Math.round(pause / 1000));
    site.advanceClock(pause + 1);
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80]);
});

test('an email deferred with 451 is retried with the same Message-ID, one rejected with 550 is not', async () => {
  const seen: string[] = [];
  const server = await openMailServer({
    onRcptTo: ({ address }, _, done) => done(address.startsWith('gone') ? failing(550) : null),
    async onData(stream, _, done) {
      seen.push(await text(stream));
      done(seen.length === 1 ? failing(451) : null);
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site, testEmail('gone@glean.example'));
  await enqueue(site);
  await sendPending(site.services);
  expect(await pendingCount(site)).toBe(1);
  site.advanceClock(5001);
  await sendPending(site.services);
  expect(seen).toHaveLength(2);
  expect(messageId(seen[0])).toBe(messageId(seen[1]));
  expect(await pendingCount(site)).toBe(0);
});

test('an email is sent again with the same Message-ID when the connection drops after its body', async () => {
  const seen: string[] = [];
  const server = await openMailServer({
    async onData(stream, _, done) {
      seen.push(await text(stream));
      if (seen.length === 1) server.dropConnections();
      else done();
    },
  });
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site);
  await sendPending(site.services);
  expect(await pendingCount(site)).toBe(1);
  expect(site.log.join('')).toContain('email_failed');
  site.advanceClock(5001);
  await sendPending(site.services);
  expect(seen).toHaveLength(2);
  expect(messageId(seen[1])).toBe(messageId(seen[0]));
  expect(await pendingCount(site)).toBe(0);
});

test('an email that fails until it expires is dropped and logged', async () => {
  const server = await openMailServer({ onRcptTo: (_, __, done) => done(failing(451)) });
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site, testEmail(), 600_000);
  for (let minute = 0; minute < 10; minute += 1) {
    await sendPending(site.services);
    expect(await pendingCount(site)).toBe(1);
    site.advanceClock(60_000);
  }
  site.advanceClock(900_000);
  await sendPending(site.services);
  expect(await pendingCount(site)).toBe(0);
  expect(site.log.join('')).toContain('email_expired');
});

test('an email is not sent after its code expired', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  await enqueue(site, testEmail(), 600_000);
  site.advanceClock(600_001);
  await sendPending(site.services);
  expect(server.received).toEqual([]);
  expect(await pendingCount(site)).toBe(0);
});

test('concurrent workers send every email once', async () => {
  const server = await openMailServer();
  const site = await openSite({ MAIL_URL: server.url });
  for (let nth = 0; nth < 20; nth += 1)
    await enqueue(site, testEmail(`member${nth}@glean.example`));
  await Promise.all(Array.from({ length: 5 }, () => sendPending(site.services)));
  const to = server.received.map((each) => each.to[0]);
  expect(new Set(to).size).toBe(20);
  expect(to).toHaveLength(20);
});

const SENDER = resolve(import.meta.dirname, '../../support/site/send-pending-emails.ts');

/** Starts a process that sends the site's emails, to be killed. */
function sender({ services: { config } }: Site): ChildProcess {
  const { dataDir: DATA_DIR, databaseUrl, mailUrl: MAIL_URL } = config;
  const DATABASE_URL = databaseUrl.startsWith('postgres') ? databaseUrl : '';
  const env = { ...process.env, DEMO: '1', DATA_DIR, DATABASE_URL, MAIL_URL: MAIL_URL ?? '' };
  return spawn(process.execPath, [SENDER], { env, stdio: 'inherit' });
}

test.each(['before its body', 'after its body'])(
  'an email is sent again when the server is killed %s',
  async (moment) => {
    const reached = Promise.withResolvers<void>();
    let isFirst = true;
    const block = (done: () => void) => {
      if (!isFirst) return done();
      isFirst = false;
      reached.resolve();
    };
    const received: string[] = [];
    const server = await openMailServer({
      onRcptTo: (_, __, done) => (moment === 'before its body' ? block(done) : done()),
      async onData(stream, _, done) {
        received.push(await text(stream));
        if (moment === 'after its body') block(done);
        else done();
      },
    });
    const site = await openSite({ MAIL_URL: server.url });
    await enqueue(site);
    const child = sender(site);
    await reached.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    await sendPending(site.services);
    expect(await pendingCount(site)).toBe(1);
    // The lease of the killed process expires.
    site.advanceClock(LEASE);
    await sendPending(site.services);
    expect(received).toHaveLength(moment === 'before its body' ? 1 : 2);
    expect(new Set(received.map(messageId)).size).toBe(1);
    expect(await pendingCount(site)).toBe(0);
  },
);
