// Staff write, publish and change guides.
import { expect, test } from 'vitest';

import { addDraft } from '#lib/server/library/resources/import-draft.ts';
import {
  createGuide,
  EDUHUB,
  GUIDES,
  imageFile,
  publishGuide,
  saveGuide,
  uploadImage,
  writeGuide,
} from '#tests/support/nouns/guides.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { actsOf, CONFIRMATIONS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

const DAY = 86_400_000;

const read = (site: Site, id: string) => site.guest().get(`${EDUHUB}/${id}`);

test('guests read a published guide, with the descriptions of its images', async () => {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  const guide = await writeGuide(staff);
  const { guide_id: id } = guide;
  expect(guide).toMatchObject({ state: 'draft', version: 2, published_date: null });
  expect((await read(site, id)).status).toBe(404);
  const { status, body } = await publishGuide(staff, guide);
  expect([status, body['data'].state]).toEqual([200, 'published']);
  expect((await read(site, id)).body['data']).toMatchObject({
    title: 'Straw for mushrooms',
    cover_photo: guide.cover,
    blocks: [
      { type: 'HEADING', content: 'Soak it' },
      { type: 'TEXT', content: 'For a night.' },
      { type: 'image', alt: 'A drum of water with straw' },
      { type: 'HEADING', content: 'Fill the bags' },
    ],
  });
  expect(await getAllNotifications(reader)).toMatchObject([
    { type: 'eduhub-published', link_data: id },
  ]);
  const found = await site.guest().get(`${EDUHUB}?search=bags`);
  expect(found.body['data'].data).toMatchObject([{ id }]);
});

test('guests see changes once published, with the old date and no second notification', async () => {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  const guide = await writeGuide(staff);
  const { guide_id: id } = guide;
  await publishGuide(staff, guide);
  const before = (await read(site, id)).body['data'];
  site.advanceClock(DAY);
  const saved = (await saveGuide(staff, guide, { title: 'Better bags' })).body['data'];
  expect(saved).toMatchObject({ state: 'changed', version: 3 });
  expect((await read(site, id)).body['data']).toEqual(before);
  await staff.post(CONFIRMATIONS, { confirm_password: PASSWORD });
  await publishGuide(staff, saved);
  const after = (await read(site, id)).body['data'];
  expect(after).toMatchObject({ title: 'Better bags', published_date: before.published_date });
  expect(await getAllNotifications(reader)).toHaveLength(1);
  expect(await actsOf(site, 'resource.replaced')).toMatchObject([{ target_id: id }]);
});

test('an unpublished guide is hidden, and publishing it again notifies no one', async () => {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  const guide = await writeGuide(staff);
  const { guide_id: id } = guide;
  await publishGuide(staff, guide);
  for (const _ of ['once', 'again']) {
    const { body } = await staff.post(`${GUIDES}/${id}/unpublish`);
    expect(body['data']).toMatchObject({ state: 'draft', published_date: null });
  }
  expect((await read(site, id)).status).toBe(404);
  expect((await site.guest().get(`${EDUHUB}?search=bags`)).body['data'].data).toEqual([]);
  await publishGuide(staff, guide);
  expect((await read(site, id)).status).toBe(200);
  expect(await getAllNotifications(reader)).toHaveLength(1);
  expect(await actsOf(site, 'resource.unpublished')).toHaveLength(1);
});

test('only a complete guide can be published', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await createGuide(staff);
  expect((await publishGuide(staff, guide)).body).toMatchObject({
    code: 'invalid',
    field_codes: { title: 'title_required', cover: 'cover_required', blocks: 'blocks_required' },
  });
  const content = await uploadImage(staff, guide.guide_id);
  const { body } = await saveGuide(staff, guide, {
    title: 'Bags',
    cover: content,
    blocks: [
      { type: 'TEXT', content: '' },
      { type: 'image', content, alt: '' },
    ],
  });
  expect((await publishGuide(staff, body['data'])).body['field_codes']).toEqual({
    'blocks.0.content': 'paragraph_required',
    'blocks.1.alt': 'alt_required',
  });
});

test('only an unpublished guide can be deleted', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const path = `${GUIDES}/${guide.guide_id}`;
  await publishGuide(staff, guide);
  const { version } = guide;
  expect((await staff.change('DELETE', path, { version })).body['code']).toBe('guide_published');
  await staff.post(`${path}/unpublish`);
  const stale = await staff.change('DELETE', path, { version: version - 1 });
  expect(stale.body['code']).toBe('draft_changed');
  expect((await staff.change('DELETE', path, { version })).status).toBe(200);
  expect((await staff.get(path)).body['code']).toBe('draft_not_found');
  expect((await staff.get(GUIDES)).body['data'].guides).toEqual([]);
  expect(await actsOf(site, 'resource.deleted')).toMatchObject([{ target_id: guide.guide_id }]);
});

test('staff continue the draft of an operator', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const bytes = Buffer.from(await (await imageFile()).arrayBuffer());
  const blocks = [{ type: 'TEXT' as const, content: 'Straw and manure.' }];
  const image = { type: 'image/png', bytes, name: 'cover.png' };
  const images = new Map([['cover.png', image]]);
  const id = await addDraft(
    site.services,
    { title: 'Compost', cover: 'cover.png', blocks },
    images,
  );
  const { guides } = (await staff.get(GUIDES)).body['data'];
  expect(guides).toMatchObject([{ guide_id: id, title: 'Compost', state: 'draft' }]);
  const guide = (await staff.get(`${GUIDES}/${id}`)).body['data'];
  const saved = (await saveGuide(staff, guide, { title: 'Compost heaps' })).body['data'];
  await publishGuide(staff, saved);
  expect((await read(site, id)).body['data'].title).toBe('Compost heaps');
});

test('guides published before there were drafts can be edited', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const guide = await writeGuide(staff);
  const { guide_id: id } = guide;
  await publishGuide(staff, guide);
  await site.services.db.deleteFrom('resource_drafts').execute();
  const found = (await staff.get(`${GUIDES}/${id}`)).body['data'];
  expect(found).toMatchObject({ version: 0, state: 'published', blocks: guide.blocks });
  const saved = (await saveGuide(staff, found, { title: 'Bags' })).body['data'];
  expect(saved).toMatchObject({ version: 1, state: 'changed' });
  // As from an operator long ago, without a notification.
  await site.services.db.deleteFrom('member_notifications').execute();
  await publishGuide(staff, saved);
  expect(await getAllNotifications(staff)).toEqual([]);
  const stale = await saveGuide(staff, found, { title: 'Sacks' });
  expect(stale.body['code']).toBe('draft_changed');
});

test('the list is paged, newest first', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const ids = [];
  for (let count = 0; count < 3; count += 1) ids.unshift((await createGuide(staff)).guide_id);
  const first = (await staff.get(`${GUIDES}?limit=2`)).body['data'];
  const second = (await staff.get(`${GUIDES}?limit=2&cursor=${first.nextCursor}`)).body['data'];
  const listed = [...first.guides, ...second.guides].map(({ guide_id }) => guide_id);
  expect([listed, second.nextCursor]).toEqual([ids, null]);
});

test('members and guests have no access to any of it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { guide_id } = await writeGuide(staff);
  const path = `${GUIDES}/${guide_id}`;
  for (const [browser, status] of [
    [site.guest(), 401],
    [await site.signedIn(), 403],
  ] as const)
    for (const [method, url] of [
      ['POST', GUIDES],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/images`],
      ['POST', `${path}/publish`],
      ['POST', `${path}/unpublish`],
    ] as const) {
      expect((await browser.change(method, url, {})).status).toBe(status);
      expect((await browser.get(path)).status).toBe(status);
    }
});
