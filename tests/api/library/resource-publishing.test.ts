import { expect, test } from 'vitest';

import { socialImageUrl } from '#lib/contract/images.ts';
import type { ResourceDraft } from '#lib/contract/library/resource-drafts.ts';
import { addDraft, replaceResource } from '#lib/server/library/resources/import-draft.ts';
import { publishDraft } from '#lib/server/library/resources/publishing.ts';
import type { UploadedImage } from '#lib/server/platform/images/service.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { storedFiles } from '#tests/support/nouns/posts.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const EDUHUB = '/api/web/eduhub';

const image = async (width: number): Promise<UploadedImage> => ({
  type: 'image/png',
  bytes: await redBlueImage(width, 40).png().toBuffer(),
  name: 'drawing.png',
});

const draft: ResourceDraft = {
  title: 'Compost',
  cover: 'cover.png',
  blocks: [
    { type: 'TEXT', content: 'Straw and manure.' },
    { type: 'image', content: 'heap.png' },
  ],
};
const images = async () =>
  new Map([
    ['cover.png', await image(80)],
    ['heap.png', await image(60)],
  ]);

const read = (site: Site, id: string) => site.guest().get(`${EDUHUB}/${id}`);

test('publishing a draft makes it readable and notifies everyone once', async () => {
  const site = await openSite();
  const reader = await site.signedIn();
  const id = await addDraft(site.services, draft, await images());
  expect((await read(site, id)).status).toBe(404);
  expect(await publishDraft(site.services, id)).toBe('Compost');
  await expect(publishDraft(site.services, id)).rejects.toMatchObject({ code: 'draft_not_found' });
  const { data } = (await read(site, id)).body;
  expect(data).toMatchObject({
    title: 'Compost',
    cover_photo: expect.stringMatching(/-80x40\/80\.webp$/),
    blocks: [
      { type: 'TEXT', content: 'Straw and manure.' },
      { type: 'image', content: expect.stringMatching(/-60x40\/60\.webp$/) },
    ],
  });
  expect((await site.guest().send(data.cover_photo)).status).toBe(200);
  const shared = socialImageUrl(data.cover_photo);
  const typeOfShared = async () => (await site.guest().send(shared)).headers.get('content-type');
  expect(await typeOfShared()).toBe('image/jpeg');
  // A cover without a JPEG for sharing.
  await site.services.files.remove(shared.replace('/media/', ''));
  expect(await typeOfShared()).toBe('image/webp');
  expect(await getAllNotifications(reader)).toMatchObject([
    { type: 'eduhub-published', link_data: id },
  ]);
});

test('a replaced resource has new text and images and its old date, and notifies no one', async () => {
  const site = await openSite();
  const id = await addDraft(site.services, draft, await images());
  await publishDraft(site.services, id);
  const before = (await read(site, id)).body['data'];
  const files = await storedFiles(site);
  const reader = await site.signedIn(await site.member({ joined_at: site.services.now() }));
  site.advanceClock(86_400_000);
  const next = { ...draft, title: 'Better compost', blocks: draft.blocks.toReversed() };
  await replaceResource(site.services, id, next, await images());
  const after = (await read(site, id)).body['data'];
  expect(after.title).toBe('Better compost');
  expect(after.published_date).toBe(before.published_date);
  expect(after.blocks.map(({ type }: { type: string }) => type)).toEqual(['image', 'TEXT']);
  expect((await site.guest().send(before.cover_photo)).status).toBe(404);
  expect((await site.guest().send(after.cover_photo)).status).toBe(200);
  expect(await storedFiles(site)).toHaveLength(files.length);
  expect(await getAllNotifications(reader)).toEqual([]);
  const found = await site.guest().get(`${EDUHUB}?search=better`);
  expect(found.body['data'].data).toHaveLength(1);
});

test('a failed replacement leaves no images', async () => {
  const site = await openSite();
  const gone = replaceResource(site.services, newId(), draft, await images());
  await expect(gone).rejects.toMatchObject({ code: 'resource_not_found' });
  const broken = { type: 'image/png', bytes: Buffer.from('none'), name: 'heap.png' };
  const given = new Map([...(await images()), ['heap.png', broken]]);
  await expect(addDraft(site.services, draft, given)).rejects.toMatchObject({
    code: 'unsupported_image_type',
  });
  expect(await storedFiles(site)).toEqual([]);
  expect(await site.services.db.selectFrom('resources').select('id').execute()).toEqual([]);
});
