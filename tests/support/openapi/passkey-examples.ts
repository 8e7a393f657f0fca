// Requests with passkeys, each on its own site.
import { Authenticator } from '#tests/support/nouns/authenticator.ts';
import { addPasskey, PASSKEYS, signInOptions } from '#tests/support/nouns/passkeys.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

async function withPasskey() {
  const { browser, id } = await addPasskey(await openSite());
  return { as: browser as Browser, ids: { id } };
}

export const PASSKEY_EXAMPLES = {
  'POST /web/account/passkeys': async () => {
    const as = await (await openSite()).signedIn();
    const { body } = await as.get(`${PASSKEYS}/options`);
    return { as, body: new Authenticator().create(body['data'], {}) };
  },
  'POST /web/account/passkeys/confirmations': async () => {
    const { browser: as, authenticator } = await addPasskey(await openSite());
    const { body } = await as.get(`${PASSKEYS}/confirmation-options`);
    return { as, body: authenticator.use(body['data']) };
  },
  'POST /web/auth/passkey': async () => {
    const site = await openSite();
    const { authenticator } = await addPasskey(site);
    const as = site.guest();
    return { as, body: authenticator.use(await signInOptions(as), {}) };
  },
  'PATCH /web/account/passkeys/:id': async () => ({
    ...(await withPasskey()),
    body: { name: 'My phone' },
  }),
  'DELETE /web/account/passkeys/:id': withPasskey,
} satisfies Record<string, Make>;
