// Checks every plain form, by the mounted routes.
import { expect, test } from 'vitest';

import { pageForms, staffForms } from '#lib/server/app/calls.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { shareSite } from '#tests/support/site/site.ts';

const site = shareSite();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
/** Properties that every object inherits. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

/** Fields that are validated before the action. */
const FIELDS = {
  alert_id: SOME_ID,
  application_id: SOME_ID,
  passkey_id: SOME_ID,
  reason_id: SOME_ID,
  token_id: SOME_ID,
};

const toPath = (route: string): string =>
  route
    .replace('/policies/:id', '/policies/terms-and-conditions')
    .replace('/:id{[^/]+/comments/[^/]+}', `/${SOME_ID}/comments/${SOME_ID}`)
    .replaceAll(/:\w+/g, SOME_ID);

const postsOf = (routes: { method: string; path: string }[], prefix: string): string[] =>
  routes.filter(({ method }) => method === 'POST').map(({ path }) => toPath(prefix + path));

const paths = [
  ...new Set([
    ...postsOf(pageForms(undefined).routes, ''),
    ...postsOf(staffForms(undefined).routes, '/staff'),
  ]),
];

/** A new thing has a new id. */
const outcomeOf = async (response: Response): Promise<string> =>
  String(response.status === 303 ? redirectOf(response) : await codeOf(response)).replace(
    /[\da-f-]{36}/,
    SOME_ID,
  );

test.each(paths)(
  '%s treats inherited properties of objects like any unknown action',
  async (path) => {
    const staff = await signedInStaff(site());
    const send = async (action: string) =>
      outcomeOf(await sendForm(staff, path, { ...FIELDS, action }));
    const unknown = await send('no-such-action');
    for (const action of INHERITED) expect([action, await send(action)]).toEqual([action, unknown]);
  },
);

test('each page whose forms have actions rejects an unknown one', async () => {
  const staff = await signedInStaff(site());
  const rejecting: string[] = [];
  for (const path of paths) {
    const response = await sendForm(staff, path, { ...FIELDS, action: 'no-such-action' });
    const { status } = response;
    if (status === 400 && (await response.json()).code === 'invalid') rejecting.push(path);
  }
  // The other pages' forms have no such field.
  for (const path of [
    '/exchange',
    '/profile/exchange',
    '/forums/explore',
    `/exchange/pickups/${SOME_ID}`,
    `/machines/${SOME_ID}`,
    `/forums/posts/${SOME_ID}/comments/${SOME_ID}`,
    '/profile/passkeys',
    '/profile/privacy',
    '/profile/tokens',
    '/staff/applications',
    '/staff/confirm',
    '/staff/guides',
    `/staff/guides/${SOME_ID}`,
    '/staff/invitations',
    `/staff/invitations/${SOME_ID}`,
    '/staff/members/import',
    '/staff/members/new',
    '/staff/notifications',
    '/staff/policies/terms-and-conditions',
    `/staff/members/${SOME_ID}`,
    '/staff/reports/reasons',
    `/staff/reports/decisions/${SOME_ID}`,
    `/staff/reports/pending/${SOME_ID}`,
    `/staff/reports/post/${SOME_ID}`,
  ])
    expect(rejecting).toContain(path);
});

test.each(paths)('%s accepts at most 64 KB without files', async (path) => {
  const staff = await signedInStaff(site());
  const response = await sendForm(staff, path, { note: 'x'.repeat(70_000) });
  expect(await codeOf(response)).toEqual([413, 'body_too_large']);
});
