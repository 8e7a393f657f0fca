// Every act of staff in a browser left open: whether it needs the password again.
import { expect, test } from 'vitest';

import { addDays } from '#lib/contract/days.ts';
import {
  MODERATION_ACTIONS,
  REPORT_KINDS,
  type ReportKind,
} from '#lib/contract/moderation/moderation.ts';
import { staffForms } from '#lib/server/app/calls.ts';
import type { FormHandler } from '#lib/server/platform/http/page-forms.ts';
import { regionDay } from '#lib/site.ts';
import { API_CALLS } from '#tests/support/nouns/api-calls.ts';
import { GUIDES, publishGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { CONFIRMATIONS, signedInStaff, STALE_MS, storedActs } from '#tests/support/nouns/staff.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD } from '#tests/support/site/site.ts';

const SOME_ID = '0198c0de-0000-7000-8000-000000000000';
const ASKS = 'confirmation_required';

/** Valid input, and whether the act then needs the password. */
type Case = [expected: typeof ASKS | null, input?: Record<string, unknown>];

const FREE: Case[] = [[null]];
const why = { note: 'Spam' };

const NEW_MEMBER = { email: 'lea@glean.example', first_name: 'Lea', middle_name: '' };
const addMember = (role: string) => ({ ...NEW_MEMBER, last_name: 'Manalo', role });

const INVITATION = { note: 'Fiesta', role: null, until: addDays(regionDay(Date.now()), 1) };

const LIST = { list: 'Lea Manalo, farmer, Guimba, lea@glean.example' };

const MESSAGE = { key: SOME_ID, title: 'Chipper on Friday', content: 'It stands at the hall.' };
// There are three farmers, and one in Cabiao.
const NOTIFICATIONS: Case[] = [
  [ASKS, { ...MESSAGE, to: 'everyone' }],
  [ASKS, { ...MESSAGE, to: 'role', role: 'farmer' }],
  [ASKS, { ...MESSAGE, to: 'town', town: '0304917000' }],
  [null, { ...MESSAGE, to: 'role', role: 'staff' }],
];

const FREE_DECISIONS = new Set<string>(['stays', 'warn']);
const decisionsOn = (kind: ReportKind): Case[] =>
  MODERATION_ACTIONS.filter(
    (action) => action === 'stays' || (action === 'remove') !== (kind === 'member'),
  ).map((action) => [FREE_DECISIONS.has(action) ? null : ASKS, { action, ...why, days: 365 }]);

const SITE = {
  name: 'Ani',
  community: 'Kooperatiba ng Ani',
  region: 'Ilocos Norte',
  contact_email: 'ani@glean.example',
  version: 0,
};

/** Every writing call of staff. */
const CALLS: Record<string, Case[]> = {
  'PUT /admin/site': [[ASKS, SITE]],
  'POST /admin/site/contact': FREE,
  'POST /admin/members': [
    [ASKS, addMember('staff')],
    [null, addMember('farmer')],
  ],
  'POST /admin/imports/preview': [[ASKS, LIST]],
  'POST /admin/imports': [[ASKS, LIST]],
  'DELETE /admin/imports/:id': [[ASKS]],
  'POST /admin/members/:id/contact': FREE,
  'PATCH /admin/members/:id/role': [[ASKS, { role: 'gleaner' }]],
  'POST /admin/members/:id/disable': [[ASKS, { reason: 'Asked to leave' }]],
  'POST /admin/members/:id/enable': [[ASKS, { reason: 'Is back' }]],
  'DELETE /admin/members/:id/sessions': FREE,
  'POST /admin/members/:id/password-reset': FREE,
  'POST /admin/members/:id/desk-code': [[ASKS]],
  'PUT /admin/members/:id/sign-in-phone': [[ASKS, { phone_number: '09171234567' }]],
  'PUT /admin/members/:id/steward': [[ASKS, { steward: 'lea@glean.example', consent: 'paper' }]],
  'DELETE /admin/members/:id/steward': FREE,
  'POST /admin/members/:id/email': [[ASKS, { email: 'lea@glean.example' }]],
  ...Object.fromEntries(
    REPORT_KINDS.map((kind) => [`POST /admin/reports/${kind}/:id/decision`, decisionsOn(kind)]),
  ),
  'POST /admin/decisions/:id/response': FREE,
  'POST /admin/decisions/:id/reversal': FREE,
  'POST /admin/decisions/:id/reopening': FREE,
  'POST /admin/pending-posts/:id/approval': FREE,
  'POST /admin/pending-posts/:id/rejection': [[ASKS, why]],
  'POST /admin/moderation-reasons': FREE,
  'PUT /admin/moderation-reasons/:id': FREE,
  'DELETE /admin/moderation-reasons/:id': FREE,
  'POST /admin/applications/:id/admit': FREE,
  'POST /admin/applications/:id/decline': FREE,
  'POST /admin/invitations': [
    [ASKS, { ...INVITATION, max_uses: 21 }],
    [null, { ...INVITATION, max_uses: 20 }],
  ],
  'DELETE /admin/invitations/:id': FREE,
  'POST /admin/guides': FREE,
  'PUT /admin/guides/:id': FREE,
  // For a published guide, see below.
  'DELETE /admin/guides/:id': [[null, { version: 1 }]],
  'POST /admin/guides/:id/images': FREE,
  'POST /admin/guides/:id/publish': [[ASKS, { version: 1 }]],
  'POST /admin/guides/:id/unpublish': [[ASKS]],
  'POST /admin/guides/:id/restore': FREE,
  'PUT /admin/policies/:document/draft': FREE,
  'DELETE /admin/policies/:document/draft': FREE,
  'POST /admin/policies/:document/publish': [[ASKS, { content: '/media/x.pdf' }]],
  'POST /admin/notifications': NOTIFICATIONS,
  'POST /admin/stopped-addresses/resume': [[ASKS, { since: '2026-11-28' }]],
  'PATCH /admin/schedule': FREE,
};

/** Every action of the forms of staff. */
const FORMS: Record<string, Case[]> = {
  // It has the password in its body.
  'POST /confirm': [[ASKS]],
  'POST /applications admit': FREE,
  'POST /applications decline': FREE,
  'POST /invitations': FREE,
  'POST /invitations/:id revoke': FREE,
  'POST /guides create': FREE,
  'POST /guides restore.': FREE,
  ...Object.fromEntries(
    ['add.', 'cover', 'cover.', 'down.', 'preview', 'remove.', 'save', 'up.'].map((action) => [
      `POST /guides/:id ${action}`,
      FREE,
    ]),
  ),
  // For an existing guide, see below.
  'POST /guides/:id publish': FREE,
  'POST /guides/:id unpublish': FREE,
  'POST /guides/:id delete': FREE,
  'POST /policies/:id upload': FREE,
  'POST /policies/:id discard': FREE,
  'POST /policies/:id publish': [[ASKS, { content: '/media/x.pdf' }]],
  'POST /notifications preview': FREE,
  'POST /notifications send': NOTIFICATIONS,
  'POST /season save': FREE,
  'POST /site save': [[ASKS, SITE]],
  'POST /site contact': FREE,
  'POST /test-email send': FREE,
  'POST / resume_addresses': [[ASKS, { since: '2026-11-28' }]],
  'POST /members/import check': [[ASKS, LIST]],
  'POST /members/import import': [[ASKS, LIST]],
  'POST /members/import/:id undo': [[ASKS]],
  'POST /members/new add': CALLS['POST /admin/members'] ?? [],
  'POST /members/:id role': [[ASKS, { role: 'gleaner' }]],
  'POST /members/:id disable': [[ASKS, { reason: 'Asked to leave' }]],
  'POST /members/:id enable': [[ASKS, { reason: 'Is back' }]],
  'POST /members/:id sessions': FREE,
  'POST /members/:id reset': FREE,
  'POST /members/:id code': [[ASKS]],
  'POST /members/:id phone': [[ASKS, { phone_number: '09171234567' }]],
  'POST /members/:id steward': [[ASKS, { steward: 'lea@glean.example', consent: 'paper' }]],
  'POST /members/:id steward_end': FREE,
  'POST /members/:id email': [[ASKS, { email: 'lea@glean.example' }]],
  'POST /reports/reasons add': FREE,
  'POST /reports/reasons change.': FREE,
  'POST /reports/reasons remove.': FREE,
  'POST /reports/decisions/:id respond': FREE,
  'POST /reports/decisions/:id reverse': FREE,
  'POST /reports/decisions/:id reopen': FREE,
  'POST /reports/pending/:id approve': FREE,
  'POST /reports/pending/:id reject': [[ASKS, why]],
  ...Object.fromEntries(
    REPORT_KINDS.flatMap((kind) =>
      MODERATION_ACTIONS.map((action) => [
        `POST /reports/${kind}/:id ${action}`,
        decisionsOn(kind).filter(([, input]) => input?.['action'] === action),
      ]),
    ),
  ),
};

const calls = new Set(
  API_CALLS.filter(({ path, method }) => path.startsWith('/admin/') && method !== 'GET').map(
    ({ name }) => name,
  ),
);

const actionsOf = (handler: unknown): string[] => (handler as Partial<FormHandler>).actions ?? [];
const forms = new Set(
  staffForms(undefined).routes.flatMap(({ method, path, handler }) =>
    actionsOf(handler).map((action) => `${method} ${path} ${action}`.trim()),
  ),
);

test('for every act of staff, this test states whether it needs the password again', () => {
  expect([...calls].toSorted()).toEqual(Object.keys(CALLS).toSorted());
  expect([...forms].toSorted()).toEqual(Object.keys(FORMS).toSorted());
});

const listCases = (table: Record<string, Case[]>) =>
  Object.entries(table).flatMap(([name, cases]) =>
    cases.map(([expected, input]) => ({ name, expected, input: input ?? {} })),
  );

/** A site, and a member of staff who logged in long ago. */
async function openLater() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const members = [await site.member(), await site.member(), await site.member()];
  await site.services.db
    .updateTable('members')
    .set({ town: '0304917000' })
    .where(
      'id',
      'in',
      members.map(({ id }) => id),
    )
    .execute();
  site.advanceClock(STALE_MS);
  return { site, staff, id: members[0]?.id ?? '' };
}

const fill = (path: string, id: string): string =>
  path.replace(':document', 'terms_and_conditions').replace(':id', id);

/** Performs every act of a table. @returns the acts that differ from it */
async function findOthers(
  table: Record<string, Case[]>,
  perform: (
    staff: MemberBrowser,
    id: string,
    each: ReturnType<typeof listCases>[number],
  ) => Promise<unknown>,
) {
  const { site, staff, id } = await openLater();
  const others: unknown[] = [];
  for (const each of listCases(table)) {
    const before = await storedActs(site);
    const code = await perform(staff, id, each);
    const isRight = each.expected
      ? code === each.expected && (await storedActs(site)).length === before.length
      : code !== ASKS;
    if (!isRight) others.push([each, code]);
  }
  return others;
}

test('in a stale session, a call of staff requests the password or succeeds, as stated', async () => {
  const others = await findOthers(CALLS, async (staff, id, { name, input }) => {
    const [method = '', path = ''] = name.split(' ');
    return (await staff.change(method, `/api${fill(path, id)}`, input)).body['code'];
  });
  expect(others).toEqual([]);
});

test('in a stale session, a form of staff requests the password or succeeds, as stated', async () => {
  const others = await findOthers(FORMS, async (staff, id, { name, input }) => {
    const [, path = '', action = ''] = name.split(' ');
    const target = path.startsWith('/policies') ? 'terms-and-conditions' : id;
    const form = { action, ...input } as Record<string, string>;
    return codeIn(await sendForm(staff, `/staff${fill(path, target)}`, form));
  });
  expect(others).toEqual([]);
});

const codeIn = async (response: Response): Promise<unknown> =>
  response.ok || response.status === 303 ? null : (await response.json()).code;

test('in a stale session, published guides cannot be unpublished or deleted', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const confirm = () => staff.post(CONFIRMATIONS, { confirm_password: PASSWORD });
  const guide = await writeGuide(staff);
  const { guide_id, title, cover, version } = guide;
  const path = `${GUIDES}/${guide_id}`;
  const fields = { title, cover: cover ?? '', version: String(version), page: 'p' };
  const press = async (action: string) =>
    codeIn(await sendForm(staff, `/staff/guides/${guide_id}`, { ...fields, action }));
  const call = async (method: string, address: string, input = { version }) =>
    (await staff.change(method, address, input)).body['code'];
  await publishGuide(staff, guide);
  site.advanceClock(STALE_MS);
  const { body } = await staff.get(path);
  expect(body['data'].state).toBe('published');
  expect(await call('POST', `${path}/unpublish`)).toBe(ASKS);
  await confirm();
  expect(await call('POST', `${path}/unpublish`)).toBeUndefined();
  site.advanceClock(STALE_MS);
  expect([await call('DELETE', path), await press('delete')]).toEqual([ASKS, ASKS]);
  expect((await staff.get(path)).status).toBe(200);
  await confirm();
  expect(await call('DELETE', path)).toBeUndefined();
});

test('the form of a guide succeeds with the password', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { guide_id, title, cover, version } = await writeGuide(staff);
  const fields = { title, cover: cover ?? '', version: String(version), page: 'p' };
  const parts = { 'type.0': 'TEXT', 'content.0': 'Soak it for a night.' };
  site.advanceClock(STALE_MS);
  const press = (more: object) =>
    sendForm(staff, `/staff/guides/${guide_id}`, {
      ...fields,
      ...parts,
      action: 'publish',
      ...more,
    });
  expect(await codeIn(await press({}))).toBe(ASKS);
  const saved: number = (await staff.get(`${GUIDES}/${guide_id}`)).body['data'].version;
  const again = { version: String(saved), confirm_password: PASSWORD };
  expect(await codeIn(await press(again))).toBeNull();
  expect((await site.guest().get(`/api/web/eduhub/${guide_id}`)).status).toBe(200);
});
