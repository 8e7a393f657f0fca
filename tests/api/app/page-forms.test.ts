// What holds for every plain form: the routes are those that are mounted.
import { expect, test } from 'vitest';

import { pageForms, staffForms } from '#lib/server/app/calls.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { shareSite } from '#tests/support/site/site.ts';

const site = shareSite();
const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
/** What every object has without being an action. */
const INHERITED = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__'];

/** What is chosen before the action, so that the action is looked at. */
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

test.each(paths)('%s treats what every object has as any unknown action', async (path) => {
  const staff = await signedInStaff(site());
  const send = async (action: string) =>
    outcomeOf(await sendForm(staff, path, { ...FIELDS, action }));
  const unknown = await send('no-such-action');
  for (const action of INHERITED) expect([action, await send(action)]).toEqual([action, unknown]);
});

test('an unknown action is rejected by each page whose forms have one', async () => {
  const staff = await signedInStaff(site());
  const rejecting: string[] = [];
  for (const path of paths) {
    const response = await sendForm(staff, path, { ...FIELDS, action: 'no-such-action' });
    const { status } = response;
    if (status === 400 && (await response.json()).code === 'invalid') rejecting.push(path);
  }
  // The others have no field of that name.
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

test.each(paths)('%s takes at most 64 KB without files', async (path) => {
  const staff = await signedInStaff(site());
  const response = await sendForm(staff, path, { note: 'x'.repeat(70_000) });
  expect(await codeOf(response)).toEqual([413, 'body_too_large']);
});
