// Nobody's count holds a member who is disabled, as no list does.
import { expect, test } from 'vitest';

import { disableMember, enableMember } from '#lib/server/members/membership.ts';
import { counts, expectTrue, openCircle } from '#tests/support/circle.ts';

const FORUM = '/api/web/forum';

test('disabled twice and enabled twice, a member leaves every count once and comes back once', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, other] = circle;
  for (let nth = 0; nth < 2; nth += 1) await disableMember(site.services, member.email);
  await disableMember(site.services, other.member.email);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  for (const { member: each } of [circle[0], circle[0], other])
    await enableMember(site.services, each.email);
  const after = await counts(site);
  expect(after.kept).toEqual(after.counted);
  expect(after.kept).not.toEqual(without.kept);
});

test('a disabled member can be followed no longer, and is out of the count when enabled again', async () => {
  const { site, circle } = await openCircle();
  const [{ member }, reader, other] = circle;
  await disableMember(site.services, member.email);
  const unfollow = `${FORUM}/unfollow/account/${member.id}`;
  for (let nth = 0; nth < 2; nth += 1)
    expect(await reader.change('PATCH', unfollow)).toMatchObject({
      status: 200,
      body: { data: { followed: false } },
    });
  expect((await other.post(`${FORUM}/follow/account/${member.id}`)).status).toBe(404);
  const without = await counts(site);
  expect(without.kept).toEqual(without.counted);
  await enableMember(site.services, member.email);
  await expectTrue(site);
});
