// Staff can restore a deleted guide for 30 days.
import { expect, test } from 'vitest';

import { deleteOldGuides } from '#lib/server/library/resources/drafts.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { createGuide, GUIDES, publishGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY_MS = 86_400_000;

async function openDeleted() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const path = `${GUIDES}/${guide.guide_id}`;
  const remove = () => staff.change('DELETE', path, { version: guide.version });
  const listDeleted = async () => (await staff.get(`${GUIDES}/deleted`)).body['data'].guides;
  const listIds = async () =>
    (await staff.get(GUIDES)).body['data'].guides.map(
      ({ guide_id }: { guide_id: string }) => guide_id,
    );
  return { site, staff, guide, path, remove, listDeleted, listIds };
}

test('a deleted guide is in no list, and is restored unchanged', async () => {
  const { site, staff, guide, path, remove, listDeleted, listIds } = await openDeleted();
  expect((await remove()).status).toBe(200);
  expect(await listIds()).toEqual([]);
  for (const { status } of [
    await staff.get(path),
    await remove(),
    await publishGuide(staff, guide),
    await staff.change('PUT', path, guide),
  ])
    expect(status).toBe(404);
  expect(await listDeleted()).toEqual([
    {
      guide_id: guide.guide_id,
      title: guide.title,
      language: 'en',
      deleted_at: expect.any(String),
      deleted_by: `Sol ${staff.member.last_name}`,
    },
  ]);
  const restored = await staff.post(`${path}/restore`);
  expect(restored.body['data']).toEqual(guide);
  expect([await listDeleted(), await listIds()]).toEqual([[], [guide.guide_id]]);
  expect((await staff.post(`${path}/restore`)).body['code']).toBe('draft_not_found');
  expect(await actsOf(site, 'resource.restored')).toHaveLength(1);
});

test('the forms delete and restore a guide', async () => {
  const { staff, guide } = await openDeleted();
  const page = `/staff/guides/${guide.guide_id}`;
  const version = String(guide.version);
  const deleted = await sendForm(staff, page, { action: 'delete', version });
  expect(redirectOf(deleted)).toEqual([303, '/staff/guides']);
  const { guide_id } = guide;
  const restore = { action: `restore.${guide_id}`, guide_id };
  const restored = await sendForm(staff, '/staff/guides', restore);
  expect(redirectOf(restored)).toEqual([303, `${page}?done=restored`]);
  expect(await codeOf(await sendForm(staff, '/staff/guides', restore))).toEqual([
    404,
    'draft_not_found',
  ]);
});

test('after 30 days it is deleted for good, with its images', async () => {
  const { site, guide, path, staff, remove, listDeleted } = await openDeleted();
  const other = await createGuide(staff);
  await remove();
  site.advanceClock(29 * DAY_MS);
  await deleteOldGuides(site.services);
  const later = await site.signedIn(staff.member);
  expect(await listDeleted()).toHaveLength(1);
  expect((await later.send(guide.cover ?? '')).status).toBe(200);
  site.advanceClock(2 * DAY_MS);
  await deleteOldGuides(site.services);
  await deleteOrphanedFiles(site.services);
  expect((await later.post(`${path}/restore`)).body['code']).toBe('draft_not_found');
  expect((await later.send(guide.cover ?? '')).status).toBe(404);
  expect((await later.get(`${GUIDES}/${other.guide_id}`)).status).toBe(200);
});

test('only staff list and restore deleted guides', async () => {
  const { site, path } = await openDeleted();
  const member = await site.signedIn();
  expect((await member.get(`${GUIDES}/deleted`)).body['code']).toBe('staff_only');
  expect((await member.post(`${path}/restore`)).body['code']).toBe('staff_only');
});
