import { expect, test } from 'vitest';

import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { bearer } from '#tests/support/nouns/notification-requests.ts';
import { shareSite } from '#tests/support/site/site.ts';

const site = shareSite();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';

// The same for everyone, without a member's data.
const PUBLIC = '/openapi.json';

const paths = API_CALLS.filter(({ method, path }) => method === 'GET' && path !== PUBLIC).map(
  ({ path }) => path.replaceAll(/:\w+/g, SOME_ID),
);

test.each(paths)(
  'a member’s response to GET %s is sent with no-store (ASVS 14.3.2)',
  async (path) => {
    const browser = await site().signedIn();
    const { headers } = await browser.get(`/api${path}`, await bearer(browser));
    expect(headers.get('cache-control')).toBe('no-store');
  },
);
