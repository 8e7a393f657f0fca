// The values of the metrics (docs/operations.md, "Metrics").
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { sendPending } from '#lib/server/platform/deliveries/delivery-worker.ts';
import { startDiskCheck } from '#lib/server/platform/jobs/storage-checks.ts';
import { enqueue } from '#tests/support/nouns/emails.ts';
import { openMailServer } from '#tests/support/server/smtp.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { findValue, type ReadFamily } from '#tests/support/site/openmetrics.ts';
import { openMeasuredSite } from '#tests/support/site/scrape.ts';
import { startSharedJob } from '#tests/support/site/shared-jobs.ts';

const SOME_ID = '0198c6e0-0000-7000-8000-000000000000';

type Families = Map<string, ReadFamily>;

/** The counted requests, as `method route status`. */
const requestsOf = (families: Families) =>
  Object.fromEntries(
    (families.get('glean_http_requests')?.samples ?? []).map(({ labels, value }) => [
      `${labels['method']} ${labels['route']} ${labels['status']}`,
      value,
    ]),
  );

test('requests are counted by method, route and status, and timed', async () => {
  const { site, read } = await openMeasuredSite();
  const get = await openGuestServer(site, (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    return c.text('page');
  });
  const send = (path: string, count: number, init?: RequestInit) =>
    Promise.all(Array.from({ length: count }, (_, nth) => get(path + nth, init)));
  await send('/healthz?', 3);
  await send('/api/token/csrf?', 2);
  await send(`/api/web/forum/posts/${SOME_ID.slice(0, -1)}`, 10);
  await send('/api/web/nothing/', 10);
  await send('/api/web/forum?', 2, { method: 'PUT' });
  await send('/media/none', 10, { method: 'HEAD' });
  await send('/robots.txt?', 1, { method: 'HEAD' });
  await send('/a%00b', 10);
  await get('/x');
  await send('/x?', 4);
  const families = await read();
  expect(requestsOf(families)).toEqual({
    'GET /healthz 200': 3,
    'GET /api/token/csrf 200': 2,
    'GET /api/web/forum/posts/:id 401': 10,
    'GET /api/* 404': 10,
    'PUT /api/* 405': 2,
    'HEAD /media/* 404': 10,
    'HEAD /robots.txt 200': 1,
    'GET /* 400': 10,
    'GET /* 200': 1,
    'GET cached_page 200': 4,
  });
  const timed = (route: string) =>
    findValue(families, 'glean_http_request_duration_seconds_count', { method: 'GET', route });
  expect([timed('/healthz'), timed('/*'), timed('cached_page')]).toEqual([3, 11, 4]);
});

test('an unusual method is counted as "other"', async () => {
  const { site, read } = await openMeasuredSite();
  for (const method of ['LOCK', 'PURGE']) await site.guest().send('/media/x', { method });
  expect(requestsOf(await read())).toEqual({ 'other /* 405': 2 });
});

test('the page cache counts pages that were found, rendered or outdated', async () => {
  const { site, read } = await openMeasuredSite();
  let isBroken = false;
  const get = await openGuestServer(site, (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    if (isBroken) return c.text('away', 503);
    return c.text('page');
  });
  const results = async () => {
    const families = await read();
    return ['hit', 'miss', 'stale'].map((result) =>
      findValue(families, 'glean_page_cache_requests_total', { result }),
    );
  };
  expect(await results()).toEqual([0, 0, 0]);
  for (let nth = 0; nth < 3; nth += 1) await get('/x');
  await get('/api/token/csrf');
  expect(await results()).toEqual([2, 1, 0]);
  site.advanceClock(61_000);
  isBroken = true;
  expect((await get('/x')).status).toBe(200);
  expect(await results()).toEqual([2, 1, 1]);
});

test('a rate limit that rejects is counted by its name', async () => {
  const { site, read } = await openMeasuredSite();
  const browser = await site.signedIn();
  const report = () =>
    browser.post(`/api/web/forum/posts/${SOME_ID}/report`, { report_desc: 'Spam' });
  const hits = async () =>
    findValue(await read(), 'glean_rate_limit_hits_total', { limit: 'report' });
  while ((await report()).status !== 429) expect(await hits()).toBeUndefined();
  expect(await hits()).toBe(1);
  await report();
  expect(await hits()).toBe(2);
});

test('emails are counted in the queue, and by their outcome', async () => {
  const server = await openMailServer();
  await server.close();
  const { site, read } = await openMeasuredSite({ MAIL_URL: server.url });
  const emails = async () => {
    const families = await read();
    const queued = (state: string) =>
      findValue(families, 'glean_deliveries_queued', { channel: 'email', state });
    const processed = (result: string) =>
      findValue(families, 'glean_deliveries_processed_total', { channel: 'email', result });
    return {
      due: queued('due'),
      deferred: queued('deferred'),
      sent: processed('sent'),
      failed: processed('failed'),
    };
  };
  await enqueue(site);
  await enqueue(site);
  expect(await emails()).toEqual({ due: 2, deferred: 0, sent: 0, failed: 0 });
  await sendPending(site.services);
  expect(await emails()).toEqual({ due: 0, deferred: 2, sent: 0, failed: 2 });
  await openMailServer({}, Number(new URL(server.url).port));
  site.advanceClock(5001);
  expect(await emails()).toEqual({ due: 2, deferred: 0, sent: 0, failed: 2 });
  await sendPending(site.services);
  expect(await emails()).toEqual({ due: 0, deferred: 0, sent: 2, failed: 2 });
});

test('a background job is shown as running until it ends', async () => {
  const { site, read } = await openMeasuredSite();
  const running = async () => findValue(await read(), 'glean_job_running', { job: 'slow' });
  const { promise, resolve } = Promise.withResolvers<void>();
  const run = site.services.metrics.watchJob('slow', () => promise);
  expect(await running()).toBe(0);
  const done = run();
  expect(await running()).toBe(1);
  resolve();
  await done;
  expect(await running()).toBe(0);
});

test('background jobs have the time of their last success, and their failures', async () => {
  const { site, read } = await openMeasuredSite();
  const { services, state } = site.server;
  const job = async (name: string) => {
    const families = await read();
    const labels = { job: name };
    return {
      success: findValue(families, 'glean_job_last_success_timestamp_seconds', labels),
      failures: findValue(families, 'glean_job_failures_total', labels),
    };
  };
  const before = Date.now() / 1000;
  onTestFinished(startDiskCheck(services, state));
  await expect.poll(() => job('disk_check')).toMatchObject({ success: expect.any(Number) });
  const { success = 0, failures } = await job('disk_check');
  expect(success).toBeGreaterThanOrEqual(before);
  expect(success).toBeLessThanOrEqual(Date.now() / 1000);
  expect(failures).toBe(0);
  await sql`alter table password_resets rename to away`.execute(services.db);
  onTestFinished(startSharedJob(services, 'cleanup'));
  await expect.poll(() => job('cleanup')).toEqual({ success: undefined, failures: 1 });
});
