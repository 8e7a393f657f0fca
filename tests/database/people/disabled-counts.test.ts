// Counts leave out disabled members, as lists do.
import { expect, test } from 'vitest';

import { disableMember, enableMember } from '#lib/server/people/managed-members/manage-members.ts';
import {
  readCounters,
  expectCountersMatchRows,
  openConnectedMembers,
} from '#tests/support/site/connected-members.ts';

const FORUM = '/api/web/forum';

test('disabling twice and enabling twice changes every count once', async () => {
  const { site, members } = await openConnectedMembers();
  const [{ member }, other] = members;
  for (let nth = 0; nth < 2; nth += 1) await disableMember(site.services, member.email);
  await disableMember(site.services, other.member.email);
  const without = await readCounters(site);
  expect(without.stored).toEqual(without.actual);
  for (const { member: each } of [members[0], members[0], other])
    await enableMember(site.services, each.email);
  const after = await readCounters(site);
  expect(after.stored).toEqual(after.actual);
  expect(after.stored).not.toEqual(without.stored);
});

test('unfollowing a disabled member is counted when they are enabled again', async () => {
  const { site, members } = await openConnectedMembers();
  const [{ member }, reader, other] = members;
  await disableMember(site.services, member.email);
  const unfollow = `${FORUM}/unfollow/account/${member.id}`;
  for (let nth = 0; nth < 2; nth += 1)
    expect(await reader.change('PATCH', unfollow)).toMatchObject({
      status: 200,
      body: { data: { followed: false } },
    });
  expect((await other.post(`${FORUM}/follow/account/${member.id}`)).status).toBe(404);
  const without = await readCounters(site);
  expect(without.stored).toEqual(without.actual);
  await enableMember(site.services, member.email);
  await expectCountersMatchRows(site);
});
