// The log names the trace of a trusted proxy (docs/operations.md, "Monitoring").
import { expect, test } from 'vitest';

import { cachePage } from '#lib/server/platform/cache/page-policy.ts';
import { openGuestServer } from '#tests/support/site/guest-server.ts';
import { openSite } from '#tests/support/site/site.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const HEADERS = { traceparent: `00-${ID}-00f067aa0ba902b7-01` };

/** @returns the trace ids in the log of requests: one for the app, and one that the page cache responds to */
async function loggedIds(trustedProxies: string) {
  const site = await openSite({ TRUSTED_PROXIES: trustedProxies });
  const get = await openGuestServer(site, (c) => {
    cachePage(c.get('ctx'), { seconds: 60, tags: [] });
    return c.text('page');
  });
  for (let nth = 0; nth < 2; nth += 1) await get('/x', { headers: HEADERS });
  const lines = site.log.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatchObject({ requestId: expect.any(String) });
  return lines.map((line) => line.traceId);
}

test('a request of a trusted proxy is logged with its trace id', async () => {
  expect(await loggedIds('127.0.0.1')).toEqual([ID, ID]);
});

test('a request of anyone else is logged without the trace id it sends', async () => {
  expect(await loggedIds('10.0.0.1')).toEqual([undefined, undefined]);
});
