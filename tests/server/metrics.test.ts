// The metrics of the built server, on their own port (docs/operations.md, "Metrics").
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { freePort } from '#tests/support/server/port.ts';
import { runCommand } from '#tests/support/server/run-operator.ts';
import { ENTRY, originOf } from '#tests/support/server/server-process.ts';
import { findValue } from '#tests/support/site/openmetrics.ts';
import { scrape } from '#tests/support/site/scrape.ts';

import { newInstance, sendRaw, startOwnServer } from './running-server.ts';

async function startMeasuredServer() {
  const port = await freePort();
  const settings = { METRICS_PORT: String(port), HOST: '0.0.0.0' };
  const { instance } = await startOwnServer(settings);
  return { instance, port, read: () => scrape(port) };
}

test('files, pages, cached pages and responses below the app have routes of their own', async () => {
  const { instance, read } = await startMeasuredServer();
  const origin = originOf(instance);
  const count = async (route: string, status: number, method = 'GET') => {
    const labels = { method, route, status: String(status) };
    return findValue(await read(), 'glean_http_requests_total', labels);
  };
  const some = '0198c6e0-0000-7000-8000-000000000000';
  const pages = ['/eduhub', '/eduhub', `/eduhub/${some}`, '/none', `/forums/posts/${some}/sheet`];
  for (const path of ['/licenses.txt', ...pages])
    await fetch(origin + path, { redirect: 'manual' });
  const etag = (await fetch(`${origin}/licenses.txt`)).headers.get('etag') ?? '';
  await fetch(`${origin}/licenses.txt`, { headers: { 'if-none-match': etag } });
  await sendRaw(instance, 'GET /about HTTP/1.1\nHost: a b\n\n');
  await sendRaw(instance, 'no request\n\n');
  await expect.poll(() => count('below_app', 400, 'other')).toBe(1);
  expect(await count('below_app', 400)).toBe(1);
  expect(await count('static_file', 200)).toBe(2);
  expect(await count('static_file', 304)).toBe(1);
  expect(await count('/eduhub', 200)).toBe(1);
  expect(await count('cached_page', 200)).toBe(1);
  expect(await count('/eduhub/[id]', 302)).toBe(1);
  // The redirect of guests to the sign-in.
  expect(await count('/forums/posts/[id]/sheet', 302)).toBe(1);
  expect(await count('/404', 404)).toBe(1);
});

test('the process is measured', async () => {
  const { read } = await startMeasuredServer();
  const first = await read();
  const cpu = findValue(first, 'process_cpu_seconds_total') ?? 0;
  expect(cpu).toBeGreaterThan(0.01);
  expect(findValue(first, 'process_resident_memory_bytes')).toBeGreaterThan(20e6);
  expect(findValue(first, 'process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
  const delay = async (statistic: string) =>
    findValue(await read(), 'glean_event_loop_delay_seconds', { statistic });
  await expect.poll(() => delay('max')).toBeGreaterThanOrEqual(0);
  await expect.poll(() => delay('p99')).toBeLessThan(10);
  expect(findValue(await read(), 'process_cpu_seconds_total')).toBeGreaterThan(cpu);
});

test('the metrics are on a port of their own, and only this machine reaches it', async () => {
  const { instance, port } = await startMeasuredServer();
  expect((await fetch(`${originOf(instance)}/metrics`)).status).toBe(404);
  const metrics = `http://127.0.0.1:${port}`;
  expect((await fetch(metrics)).status).toBe(404);
  const posted = await fetch(`${metrics}/metrics`, { method: 'POST' });
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const head = await fetch(`${metrics}/metrics`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  // The site listens on another address of the machine, and the metrics do not.
  const elsewhere = connect(port, '127.0.0.2');
  await expect(once(elsewhere, 'connect')).rejects.toThrow('ECONNREFUSED');
  const reached = connect(instance.port, '127.0.0.2');
  await once(reached, 'connect');
  reached.destroy();
});

test('a port in use stops the server with one line that names METRICS_PORT', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as { port: number };
  const instance = await newInstance();
  const settings = { PORT: String(instance.port), METRICS_PORT: String(port) };
  expect(await runCommand(instance, [ENTRY], settings)).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(/^Cannot listen \(.+EADDRINUSE.+set another METRICS_PORT\.\n$/),
  });
});
