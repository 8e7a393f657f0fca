import { expect, test } from 'vitest';

import { createApp, type PageRenderer } from '#lib/server/app/app.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const HTML = { accept: 'text/html' };

/** Requests a path like a browser that opens a page. */
function openPages({ server }: Site, pages: PageRenderer) {
  const app = createApp(server, pages);
  return (path: string) => app.request(`http://localhost${path}`, { headers: HTML });
}

const fail = (message: string) => () => Promise.reject(new Error(message));

const errorsIn = ({ log }: Site) =>
  log
    .filter((line) => line.includes('unhandled_error'))
    .map((line) => JSON.parse(line).error.message);

test('an error page that cannot be rendered is tried once, and both errors are logged', async () => {
  const site = await openSite();
  let renders = 0;
  const get = openPages(site, {
    render: fail('The page.'),
    renderError: () => {
      renders += 1;
      return fail('The error page.')();
    },
  });
  const response = await get('/x');
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(renders).toBe(1);
  expect(errorsIn(site)).toEqual(['The error page.', 'The page.']);
});

test('errors of the API and health checks are JSON, even in a browser; others are pages', async () => {
  const site = await openSite();
  const get = openPages(site, {
    render: fail('The page.'),
    renderError: async (c) => c.html('<h1>Error', 500),
  });
  await site.services.db.schema.alterTable('resources').renameTo('away').execute();
  const types = [];
  for (const path of ['/api/web/eduhub', '/apiary', '/eduhub']) {
    const response = await get(path);
    types.push([response.status, response.headers.get('content-type')?.split(';', 1)[0]]);
  }
  expect(types).toEqual([
    [500, 'application/json'],
    [500, 'text/html'],
    [500, 'text/html'],
  ]);
});

test('an error before the request has its context is logged, and the response is JSON', async () => {
  const site = await openSite();
  // As with an unexpected error of the database.
  Object.defineProperty(site.server.state, 'problems', {
    get: () => {
      throw new Error('Unknown.');
    },
  });
  const get = openPages(site, { render: fail('No.'), renderError: fail('Never.') });
  const response = await get('/readyz');
  expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
  expect(errorsIn(site)).toEqual(['Unknown.']);
});
