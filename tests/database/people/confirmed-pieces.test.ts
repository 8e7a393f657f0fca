// In a browser left open, many small acts need the password like one large act.
import { expect, test } from 'vitest';

import type { Act } from '#lib/contract/people/audit-log.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIDES, writeGuide } from '#tests/support/nouns/guides.ts';
import { applyFor } from '#tests/support/nouns/joining.ts';
import {
  ADMIN,
  CONFIRMATIONS,
  MEMBERS,
  signedInStaff,
  STALE_MS,
} from '#tests/support/nouns/staff.ts';
import type { ApiResponse } from '#tests/support/site/http-browser.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const ASKS = 'confirmation_required';
const A_FEW = 10;

const codeOf = ({ body }: ApiResponse): unknown => body['code'] ?? null;

/** A site, and staff who logged in long ago. */
async function openLater() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member({ first_name: 'Ana' });
  site.advanceClock(STALE_MS);
  return { site, staff, id };
}

/** Logs acts as if staff had done them. */
async function repeat({ services }: Site, actorId: string, act: Act, times: number) {
  for (let nth = 0; nth < times; nth += 1)
    await recordAct(services.db, { actorId, act, targetType: 'member', targetId: newId() });
}

test('ten contacts an hour can be viewed without the password', async () => {
  const { site, staff, id } = await openLater();
  const view = async (as = staff) => codeOf(await as.post(`${MEMBERS}/${id}/contact`));
  for (let nth = 0; nth < A_FEW; nth += 1) expect(await view()).toBeNull();
  expect(await view()).toBe(ASKS);
  // Other staff have their own ten.
  const other = await signedInStaff(site, 'Rosa');
  site.advanceClock(STALE_MS);
  expect(await view(other)).toBeNull();
  await staff.post(CONFIRMATIONS, { confirm_password: PASSWORD });
  expect(await view()).toBeNull();
  site.advanceClock(STALE_MS);
  expect(await view()).toBe(ASKS);
  // Views older than an hour no longer count.
  const acts = site.services.db.updateTable('audit_log');
  await acts.set((eb) => ({ created_at: eb('created_at', '-', 3_600_001) })).execute();
  expect(await view()).toBeNull();
});

type Press = (site: Site, staff: MemberBrowser, id: string) => Promise<ApiResponse>;

const decide =
  (decision: string): Press =>
  async (site, staff) => {
    await applyFor(site.guest(), {});
    const { id } = await site.services.db
      .selectFrom('applications')
      .select('id')
      .executeTakeFirstOrThrow();
    return staff.post(`${ADMIN}/applications/${id}/${decision}`, { reason: 'Not from here' });
  };

const NOTE = { to: 'role', role: 'staff', title: 'Friday', content: 'At the hall.' };
const LEA = { email: 'lea@glean.example', first_name: 'Lea', middle_name: '', last_name: 'Cruz' };

const PIECES: [Act, Press][] = [
  ['member.contact_viewed', (_, staff, id) => staff.post(`${MEMBERS}/${id}/contact`)],
  ['member.added', (_, staff) => staff.post(MEMBERS, { ...LEA, role: 'farmer' })],
  ['member.sessions_ended', (_, staff, id) => staff.change('DELETE', `${MEMBERS}/${id}/sessions`)],
  ['member.reset_sent', (_, staff, id) => staff.post(`${MEMBERS}/${id}/password-reset`)],
  ['application.admitted', decide('admit')],
  ['application.declined', decide('decline')],
  [
    'notification.sent',
    (_, staff) => staff.post(`${ADMIN}/notifications`, { key: newId(), ...NOTE }),
  ],
  [
    'resource.deleted',
    async (_, staff) => {
      const { guide_id, version } = await writeGuide(staff);
      return staff.change('DELETE', `${GUIDES}/${guide_id}`, { version });
    },
  ],
];

test.each(PIECES)('%s needs the password after ten', async (act, press) => {
  const { site, staff, id } = await openLater();
  await repeat(site, staff.member.id, act, A_FEW);
  expect(codeOf(await press(site, staff, id))).toBe(ASKS);
});

test.each(PIECES)('%s does not need the password before', async (act, press) => {
  const { site, staff, id } = await openLater();
  await repeat(site, staff.member.id, act, A_FEW - 1);
  expect(codeOf(await press(site, staff, id))).toBeNull();
});

const invite = async (staff: MemberBrowser, max_uses: number) => {
  const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  return staff.post(`${ADMIN}/invitations`, { note: 'Market day', role: null, max_uses, until });
};

test('an invitation for more than 20 needs the password, and so do several with that total', async () => {
  const { site, staff } = await openLater();
  expect(codeOf(await invite(staff, 21))).toBe(ASKS);
  expect(codeOf(await invite(staff, 12))).toBeNull();
  const last = await invite(staff, 8);
  expect(codeOf(last)).toBeNull();
  expect(codeOf(await invite(staff, 1))).toBe(ASKS);
  // A revoked one admits no one.
  await staff.change('DELETE', `${ADMIN}/invitations/${last.body['data'].invitation_id}`);
  expect(codeOf(await invite(staff, 8))).toBeNull();
  expect(codeOf(await invite(staff, 1))).toBe(ASKS);
  site.advanceClock(3_600_001);
  expect(codeOf(await invite(staff, 1))).toBeNull();
  await staff.post(CONFIRMATIONS, { confirm_password: PASSWORD });
  expect(codeOf(await invite(staff, 500))).toBeNull();
});
