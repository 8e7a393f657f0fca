import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { eraseMembers } from '#lib/server/app/backup/restore-site.ts';
import { removePost } from '#lib/server/moderation/service.ts';
import { createAdminNotification } from '#lib/server/notifications/staff-messages.ts';
import {
  deleteOldActs,
  eraseFromAuditLog,
  recordAct,
} from '#lib/server/people/audit-log/service.ts';
import { disableMember } from '#lib/server/people/managed-members/manage-members.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { MEMBERS, signedInStaff, storedActs } from '#tests/support/nouns/staff.ts';
import type { ApiResponse } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const LOG = '/api/admin/log';
const DAY_MS = 86_400_000;

const actsIn = ({ body }: ApiResponse): string[] =>
  body['data'].acts.map(({ act }: { act: string }) => act);

/** Three acts of staff about two members, and one of the operator about the second member. */
async function openLog() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const [ana, jun] = [
    await site.member({ first_name: 'Ana' }),
    await site.member({ first_name: 'Jun', last_name: 'Cruz' }),
  ];
  await staff.post(`${MEMBERS}/${ana.id}/contact`);
  await staff.change('PATCH', `${MEMBERS}/${jun.id}/role`, { role: 'feed' });
  await staff.post(`${MEMBERS}/${jun.id}/disable`, { reason: '=1+1, "twice"\r\nand more' });
  await transact(site.services, { invalidates: [] }, (tx) =>
    recordAct(tx, {
      actorId: null,
      act: 'reports.dismissed',
      targetType: 'post',
      targetId: ana.id,
      memberId: jun.id,
    }),
  );
  return { site, staff, ana, jun };
}

test('the log shows every act with current names, newest first, in pages', async () => {
  const { staff, jun } = await openLog();
  const response = await staff.get(LOG);
  const { body } = response;
  const all = [
    'reports.dismissed',
    'member.disabled',
    'member.role_changed',
    'member.contact_viewed',
  ];
  expect(actsIn(response)).toEqual(all);
  expect(body['data'].acts[0].actor).toBeNull();
  expect(body['data'].acts[2]).toMatchObject({
    date: expect.stringMatching(/^\d{4}-.*Z$/),
    actor: { account_id: staff.member.id, name: 'Sol Santos' },
    target_type: 'member',
    target_id: jun.id,
    member: { account_id: jun.id, name: 'Jun Cruz' },
    reason: null,
    details: { from: 'farmer', to: 'feed' },
  });
  const first = (await staff.get(`${LOG}?limit=3`)).body['data'];
  expect(actsIn(await staff.get(`${LOG}?limit=3&cursor=${first.nextCursor}`))).toEqual([
    'member.contact_viewed',
  ]);
});

test('the log is filtered by act, by actor, and by subject', async () => {
  const { staff, ana, jun } = await openLog();
  const find = async (query: string) => actsIn(await staff.get(`${LOG}?${query}`));
  expect(await find('act=member.disabled')).toEqual(['member.disabled']);
  expect(await find(`member=${ana.id}`)).toEqual(['member.contact_viewed']);
  expect(await find('member=cruz')).toHaveLength(3);
  expect(await find(`member=${staff.member.id}`)).toHaveLength(3);
  expect(await find(`member=${jun.id}&act=member.role_changed`)).toHaveLength(1);
  expect(await find('member=somebody')).toEqual([]);
  const { status, body } = await staff.get(`${LOG}?act=member.dance`);
  expect([status, body['field_codes']]).toEqual([400, { act: 'act_invalid' }]);
});

test('the CSV has all entries, and no cell is a formula', async () => {
  const { staff, jun } = await openLog();
  const { headers, body } = await staff.get(`${LOG}/csv`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toContain('glean-log.csv');
  const text: string = body['text'];
  const [head, operator = '', disabled = ''] = text.split('\r\n');
  expect(head).toBe(
    '\ufeffdate,act,actor_id,actor,target_type,target_id,member_id,member,reason,details',
  );
  expect(operator).toContain(',reports.dismissed,,operator,post,');
  expect(disabled).toContain(
    `,member.disabled,${staff.member.id},Sol Santos,member,${jun.id},${jun.id},Jun Cruz,"'=1+1, ""twice"" and more",{}`,
  );
  expect(
    (await staff.get(`${LOG}/csv?act=member.disabled`)).body['text'].split('\r\n'),
  ).toHaveLength(3);
});

/** The acts on a site, with their actors. */
const actors = async (site: Site) =>
  (await storedActs(site)).map(({ act, actor_id }) => [act, actor_id]);

test('successful commands of the operator are logged, failed ones are not', async () => {
  const site = await openSite();
  const { services } = site;
  const author = await site.member({ posts_count: 1 });
  const { id } = await addPost(services.db, { author_id: author.id });
  await removePost(services, id, 'Spam');
  await expect(removePost(services, id, 'Spam')).rejects.toMatchObject({ code: 'post_not_found' });
  await disableMember(services, author.email);
  const message = {
    type: 'forum',
    title: 'Market',
    content: 'On Saturday',
    link_data: null,
  } as const;
  await createAdminNotification(services, null, message);
  expect(await actors(site)).toEqual([
    ['post.removed', null],
    ['member.disabled', null],
    ['notification.sent', null],
  ]);
  const [removed] = await storedActs(site);
  expect(removed).toMatchObject({ target_id: id, member_id: author.id, reason: 'Spam' });
});

test('an act is logged in its own transaction', async () => {
  const site = await openSite();
  const { id } = await site.member();
  const failing = transact(site.services, { invalidates: [] }, async (tx) => {
    await recordAct(tx, {
      actorId: null,
      act: 'member.enabled',
      targetType: 'member',
      targetId: id,
    });
    throw new Error('The act fails.');
  });
  await expect(failing).rejects.toThrow('The act fails.');
  expect(await storedActs(site)).toEqual([]);
});

test('an erased member’s details are cleared from the log, and acts remain with ids only', async () => {
  const { site, staff, jun } = await openLog();
  await transact(site.services, { invalidates: [] }, async (tx) => {
    await eraseFromAuditLog(tx, jun.id);
    await tx.deleteFrom('members').where('id', '=', jun.id).execute();
  });
  const response = await staff.get(`${LOG}?member=${jun.id}`);
  expect(actsIn(response)).toHaveLength(3);
  for (const act of response.body['data'].acts)
    expect(act).toMatchObject({ reason: null, member: { account_id: jun.id, name: null } });
  expect(JSON.stringify(await storedActs(site))).not.toMatch(/Jun|Cruz|twice/);
});

test('a restore clears details of members erased since the backup', async () => {
  const { site, jun } = await openLog();
  const { db, now } = site.services;
  await eraseMembers(db, [{ member_id: jun.id, erased_at: now() }]);
  const acts = await storedActs(site);
  expect(acts.filter(({ member_id }) => member_id === jun.id)).toHaveLength(3);
  expect(acts.flatMap(({ reason }) => reason ?? [])).toEqual([]);
});

test('acts are kept for five years', async () => {
  const { site } = await openLog();
  site.advanceClock(5 * 365 * DAY_MS - DAY_MS);
  await deleteOldActs(site.services);
  expect(await storedActs(site)).toHaveLength(4);
  site.advanceClock(4 * DAY_MS);
  await deleteOldActs(site.services);
  expect(await storedActs(site)).toEqual([]);
});
