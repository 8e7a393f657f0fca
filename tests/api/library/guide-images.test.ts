// Access to the images of guides, and their retention.
import { expect, test } from 'vitest';

import { deleteUnusedImages } from '#lib/server/library/resources/drafts.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import {
  createGuide,
  GUIDES,
  publishGuide,
  saveGuide,
  uploadImage,
  writeGuide,
} from '#tests/support/nouns/guides.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

test('a guide takes no image of another one, and no other file', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const [guide, other] = [await createGuide(staff), await createGuide(staff)];
  const url = await uploadImage(staff, other.guide_id);
  for (const cover of [url, 'https://evil.example/x.webp', '/media/../x']) {
    const { status, body } = await saveGuide(staff, guide, { cover });
    expect([status >= 400, body['field_codes']]).toEqual([true, { cover: 'file_not_found' }]);
  }
  for (const [content, code] of [
    ['none', 'unsupported_image_type'],
    ['', 'image_empty'],
  ] as const) {
    const form = new FormData();
    form.append('image', new File([content], 'x.png', { type: 'image/png' }));
    const rejected = await staff.post(`${GUIDES}/${guide.guide_id}/images`, form);
    expect(rejected.body['field_codes']).toEqual({ image: code });
  }
});

test('only staff see the images of a draft', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const unused = await uploadImage(staff, guide.guide_id, 70);
  const pictures = guide.blocks.flatMap(({ type, content }) => (type === 'image' ? content : []));
  const readers = [staff, await site.signedIn(), site.guest()];
  const expectStatuses = async (url: string, statuses: number[]) => {
    const sent = await Promise.all(readers.map((reader) => reader.send(url)));
    expect(sent.map(({ status }) => status)).toEqual(statuses);
  };
  const used = [guide.cover ?? '', ...pictures];
  expect(used).toHaveLength(2);
  for (const url of [...used, unused]) await expectStatuses(url, [200, 404, 404]);
  await publishGuide(staff, guide);
  for (const url of used) await expectStatuses(url, [200, 200, 200]);
  await expectStatuses(unused, [200, 404, 404]);
});

test('a removed image is stored for another month', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const [url = ''] = guide.blocks.flatMap(({ type, content }) => (type === 'image' ? content : []));
  site.advanceClock(40 * DAY);
  const cleanUp = async () => {
    await deleteUnusedImages(site.services);
    await deleteOrphanedFiles(site.services);
  };
  // Guests do not get images of drafts.
  const has = async (file: string) =>
    (await site.services.files.get(file.replace('/media/', ''))) !== null;
  const isStored = () => has(url);
  await cleanUp();
  expect(await isStored()).toBe(true);
  // The first session has ended.
  const later = await signedInStaff(site);
  expect((await saveGuide(later, guide, { blocks: [] })).status).toBe(200);
  site.advanceClock(29 * DAY);
  await cleanUp();
  expect(await isStored()).toBe(true);
  site.advanceClock(2 * DAY);
  await cleanUp();
  expect(await isStored()).toBe(false);
  expect(await has(guide.cover ?? '')).toBe(true);
});
