// Requests that succeed, by call.
import { LISTING } from '#tests/support/nouns/listings.ts';
import { PASSWORD, type Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';
import { upload } from './upload.ts';

/** @returns examples about accounts */
export function accountExamples(site: Site) {
  const as = async () => site.loggedIn();
  return {
    'POST /web/auth/login': async () => ({
      as: site.guest(),
      body: { email: (await site.member()).email, password: PASSWORD },
    }),
    'POST /web/auth/logout': async () => ({ as: await as() }),
    'POST /web/auth/forgot-password': async () => ({
      as: site.guest(),
      body: { email: (await site.member()).email },
    }),
    'POST /web/account/confirmations': () => ({ body: { confirm_password: PASSWORD } }),
    'POST /web/account/deletion': async () => ({
      as: await as(),
      body: { confirm_password: PASSWORD },
    }),
    'POST /web/account/export': async () => ({ as: await as() }),
    'PATCH /web/account/profile': () => ({ body: { first_name: 'Ana', last_name: 'Cruz' } }),
    'PATCH /web/account/phone': () => ({ body: { phone_number: '09171234567' } }),
    'PUT /web/account/notifications': () => ({ body: { hidden: ['guide'] } }),
    'PATCH /web/account/town': () => ({ body: { town: LISTING.town } }),
    'PATCH /web/account/avatar': async () => ({ body: await upload('avatar') }),
    'PATCH /web/account/password': async () => ({
      as: await as(),
      body: { old_password: PASSWORD, new_password: 'Husks-for-9-Goats' },
    }),
    'DELETE /web/account/sessions': async () => ({ as: await as() }),
    'DELETE /web/account/sessions/:id': async () => {
      const browser = await as();
      const { body } = await browser.get('/api/web/account/sessions');
      return { as: browser, ids: { id: body['data'].sessions[0].session_id as string } };
    },
  } satisfies Record<string, Make>;
}
