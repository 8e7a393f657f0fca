import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { Secrets } from '#lib/server/platform/secrets.ts';
import { testEmail } from '#tests/support/nouns/emails.ts';
import { PRODUCTION } from '#tests/support/server/run-operator.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import {
  addSignedInMembers,
  databaseAddress,
  originOf,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { SECRET } from '#tests/support/server/two-servers.ts';

import { startOwnServer } from './running-server.ts';

// Their log lines exceed the capacity of a pipe.
const REQUESTS = 1000;
const LATE_MS = 7000;
const DAY = 86_400_000;
const POSTS = '/api/web/forum/posts';
const PART = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n';
const LAST_PART = '--b\r\nContent-Disposition: form-data; name="description"\r\n\r\ny\r\n--b--\r\n';

test.each([
  ['demo', {}],
  ['production server', PRODUCTION],
])('SIGTERM ends a %s whose log is not read', async (_, settings) => {
  const { instance, server } = await startOwnServer(settings, { logTo: 'pipe' });
  const get = () => fetch(`${originOf(instance)}/about`).then((response) => response.text());
  for (let nth = 0; nth < REQUESTS; nth += 1) await get();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('SIGUSR1 opens no debugger', async () => {
  const { instance, server } = await startOwnServer();
  let output = '';
  server.stderr?.on('data', (chunk) => (output += chunk));
  server.kill('SIGUSR1');
  // Its response shows that the signal was handled.
  for (let nth = 0; nth < 20; nth += 1)
    expect((await fetch(`${originOf(instance)}/healthz`)).status).toBe(200);
  expect(output).not.toContain('Debugger');
});

/** Starts a request with an incomplete body. */
async function beginUpload(
  { port }: ServerInstance,
  headers: Record<string, string>,
  length: number,
): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // Cutting a connection with unread bytes is an error for the client.
  socket.on('error', () => {});
  const all = {
    host: `127.0.0.1:${port}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': String(length),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${POSTS} HTTP/1.1\r\n${lines.join('')}\r\n${PART}`);
  await once(socket, 'ready');
  return socket;
}

async function openMember(instance: ServerInstance): Promise<Record<string, string>> {
  const database = openDatabase(databaseAddress(instance));
  const [session = ''] = await addSignedInMembers(database, 1);
  await database.close();
  return new ServerClient(instance, session).headers();
}

test('an upload in progress is finished after other requests were cut', async () => {
  const { instance, server } = await startOwnServer();
  const headers = await openMember(instance);
  const upload = await beginUpload(instance, headers, PART.length + LAST_PART.length);
  const json = { ...headers, 'content-type': 'application/json' };
  const other = await beginUpload(instance, json, 1000);
  const ended = once(server, 'exit');
  // Both requests are in progress.
  await expect.poll(() => fetch(`${originOf(instance)}/healthz`).then(({ ok }) => ok)).toBe(true);
  server.kill('SIGTERM');
  await once(other.resume(), 'close');
  upload.write(LAST_PART);
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toEqual([0, null]);
});

test('an email with a late response is not sent again', async () => {
  const reached = Promise.withResolvers<void>();
  const mail = await openMailServer({
    onData(stream, _, done) {
      stream.resume().on('end', () => {
        reached.resolve();
        // Longer than other background work may take.
        setTimeout(done, LATE_MS);
      });
    },
  });
  const settings = { MAIL_URL: mail.url, SECRET };
  const { instance, server } = await startOwnServer(settings);
  const database = openDatabase(databaseAddress(instance));
  onTestFinished(() => database.close());
  await enqueueEmail(
    { secrets: new Secrets(SECRET), now: Date.now, clock: { latest: Date.now } },
    database.db,
    testEmail(),
    DAY,
  );
  await reached.promise;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await database.db.selectFrom('deliveries').select('attempts').execute()).toEqual([]);
}, 60_000);

test('a rejected upload that is still being sent does not delay the exit', async () => {
  const { instance, server } = await startOwnServer();
  const rejected = await beginUpload(instance, {}, 20_000_000);
  const [response] = await once(rejected, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 40[13] /);
  const dripping = setInterval(() => rejected.write('x'), 50);
  onTestFinished(() => clearInterval(dripping));
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}, 60_000);
