// Concurrent editing of a guide loses no text.
import { expect, test } from 'vitest';

import { GUIDES, publishGuide, saveGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

test('in a conflict the second editor gets the first one’s version, and nothing is lost', async () => {
  const site = await openSite();
  const [sol, ana] = [await signedInStaff(site, 'Sol'), await signedInStaff(site, 'Ana')];
  const guide = await writeGuide(sol);
  const [mine, theirs] = [{ title: 'By Ana' }, { title: 'By Sol' }];
  const first = await saveGuide(sol, guide, { ...theirs, page: 'page of Sol' });
  expect(first.status).toBe(200);
  const second = await saveGuide(ana, guide, { ...mine, page: 'page of Ana' });
  expect([second.status, second.body['code']]).toEqual([409, 'draft_changed']);
  expect(second.body['current']).toMatchObject({ ...theirs, version: 3 });
  expect(second.body['current'].updated_by).toMatch(/^Sol /);
  const stale = await publishGuide(ana, guide);
  expect([stale.status, stale.body['code']]).toEqual([409, 'draft_changed']);
  // After seeing both versions, Ana saves hers.
  const chosen = await saveGuide(ana, second.body['current'], mine);
  expect([chosen.status, chosen.body['data'].title]).toEqual([200, 'By Ana']);
  // Sol's page does not know that yet.
  const late = await saveGuide(sol, guide, { title: 'Sol again', page: 'page of Sol' });
  expect(late.status).toBe(409);
});

test('of two concurrent saves, one is rejected', async () => {
  const site = await openSite();
  const editors = [await signedInStaff(site), await signedInStaff(site)] as const;
  const guide = await writeGuide(editors[0]);
  for (const round of [1, 2, 3, 4]) {
    const current = (await editors[0].get(`${GUIDES}/${guide.guide_id}`)).body['data'];
    const sent = editors.map((editor, at) =>
      saveGuide(editor, current, { title: `Round ${round}, editor ${at}` }),
    );
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
  }
});

test('a page can save again after a lost response', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const page = 'a page';
  await saveGuide(staff, guide, { title: 'One', page });
  const repeated = await saveGuide(staff, guide, { title: 'One', page });
  expect([repeated.status, repeated.body['data'].version]).toEqual([200, 3]);
  const next = await saveGuide(staff, guide, { title: 'Two', page });
  expect([next.status, next.body['data'].version]).toEqual([200, 4]);
});
