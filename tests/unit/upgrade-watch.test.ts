// When a version does not hold, by what the watch sees of the site.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { watchSite } from '#scripts/upgrade/watch.ts';

/** A site whose metrics count more errors with each look, and that is not ready at its first looks. */
async function startSite(errorsPerLook: number, processes = 1, unreadyLooks = 0): Promise<number> {
  let looks = 0;
  const server = createServer((request, response) => {
    if (request.url === '/readyz' && looks < unreadyLooks) response.statusCode = 503;
    if (request.url === '/metrics') looks += 1;
    response.end(
      [
        `process_start_time_seconds ${1000 + Math.min(looks, processes)}.5`,
        `glean_http_requests_total{method="GET",route="/",status="200"} ${looks * 100}`,
        `glean_http_requests_total{method="GET",route="/",status="500"} ${looks * errorsPerLook}`,
      ].join('\n'),
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

const watch = async (port: number, restarts: (number | null)[] = [null]) =>
  watchSite({
    origin: `http://127.0.0.1:${port}`,
    host: 'glean.example',
    metricsPort: port,
    ms: 2000,
    countRestarts: () =>
      Promise.resolve(restarts.length > 1 ? (restarts.shift() ?? null) : (restarts[0] ?? null)),
  });

test('errors of members count once they are ten, and more than one in a hundred', async () => {
  await expect(watch(await startSite(2))).rejects.toThrow('10 of 510 responses were errors');
  await watch(await startSite(1));
});

test('a version that is not ready three times in a row does not hold', async () => {
  await expect(watch(await startSite(0, 1, 3))).rejects.toThrow('It was not ready 3 times: 503');
  await watch(await startSite(0, 1, 2));
});

test('a version that ends by itself twice does not hold', async () => {
  await expect(watch(await startSite(0, 3))).rejects.toThrow('It ended by itself 2 times');
  const port = await startSite(0);
  await expect(watch(port, [7, 8, 9])).rejects.toThrow('It ended by itself 2 times');
  await watch(port, [7, 8]);
});
