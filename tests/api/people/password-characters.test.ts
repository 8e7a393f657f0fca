// A password is the same whether a device writes an accented letter as one character or two.
import { createHook } from 'node:async_hooks';

import { expect, test } from 'vitest';

import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { hashCheaply } from '#tests/support/nouns/password-hash.ts';
import { CONFIRMATIONS } from '#tests/support/nouns/staff.ts';
import { openSite, PASSWORD } from '#tests/support/site/site.ts';

const LOGIN = '/api/web/auth/login';
const CHANGE = '/api/web/account/password';
const COMPOSED = 'Pi\u00f1a-Jos\u00e9-7-Cows'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

test('a password set on one device works on the other', async () => {
  const site = await openSite();
  for (const [set, typed] of [
    [COMPOSED, DECOMPOSED],
    [DECOMPOSED, COMPOSED],
  ] as const) {
    const member = await site.signedIn();
    const { email } = member.member;
    const change = { old_password: PASSWORD, new_password: set };
    expect((await member.change('PATCH', CHANGE, change)).status).toBe(200);
    for (const password of [set, typed])
      expect((await site.guest().post(LOGIN, { email, password })).status).toBe(200);
    const confirmed = await member.post(CONFIRMATIONS, { confirm_password: typed });
    expect(confirmed.status).toBe(200);
    const same = { old_password: set, new_password: typed };
    expect((await member.change('PATCH', CHANGE, same)).body['field_codes']).toEqual({
      new_password: 'password_unchanged',
    });
    const next = { old_password: typed, new_password: PASSWORD };
    expect((await member.change('PATCH', CHANGE, next)).status).toBe(200);
  }
});

test('a look-alike character makes another password', async () => {
  const site = await openSite();
  const { email } = await site.member({ password_hash: await hashPassword(COMPOSED) });
  const signIn = (password: string) => site.guest().post(LOGIN, { email, password });
  for (const variant of ['\uff17', '\u2077'])
    expect((await signIn(COMPOSED.replace('7', variant))).status).toBe(401);
  expect((await signIn(COMPOSED)).status).toBe(200);
});

/** The number of password hashes computed by a function. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({ init: (_, type) => void (count += Number(type === 'ARGON2REQUEST')) });
  hook.enable();
  await work().finally(() => hook.disable());
  return count;
}

test.each([
  ['composed', COMPOSED],
  ['decomposed', DECOMPOSED],
])(
  'a wrong password with %s accents costs a hash, even for an unknown email',
  async (_, password) => {
    const site = await openSite();
    const known = await site.member({ password_hash: hashCheaply(PASSWORD) });
    for (const email of [known.email, 'unknown@glean.example'])
      expect(
        await countHashes(async () => {
          expect((await site.guest().post(LOGIN, { email, password })).status).toBe(401);
        }),
      ).toBe(1);
  },
);

test('an accent is not a special character, in either form', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  for (const new_password of ['Kalabaw\u00f1ose', 'Kalabawn\u0303ose']) {
    const change = { old_password: PASSWORD, new_password };
    expect((await member.change('PATCH', CHANGE, change)).body['field_codes']).toEqual({
      new_password: 'password_weak',
    });
  }
});
