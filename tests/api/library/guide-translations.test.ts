// Staff set the language of a guide, and the guide that it translates.
import { expect, test } from 'vitest';

import type { Guide } from '#lib/contract/library/resource-drafts.ts';
import { EDUHUB, publishGuide, saveGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

async function openEditor() {
  const site = await openSite();
  const [staff, reader] = [await signedInStaff(site), await site.signedIn()];
  const original = (await publishGuide(staff, await writeGuide(staff))).body['data'] as Guide;
  const translation = await writeGuide(staff, 'Dayami para sa kabute');
  const save = (guide: Guide, changes: Partial<Guide>) => saveGuide(staff, guide, changes);
  return { site, staff, reader, original, translation, save };
}

test('a translation is published beside its original, without a notification', async () => {
  const { site, staff, reader, original, translation, save } = await openEditor();
  expect(original).toMatchObject({ language: 'en', translation_of: null });
  const chosen = { language: 'fil', translation_of: original.guide_id };
  const saved = (await save(translation, chosen)).body['data'] as Guide;
  expect(saved).toMatchObject(chosen);
  // A page opened before the update lacks these fields.
  const renamed = (await save(saved, { title: 'Kabute sa dayami' })).body['data'] as Guide;
  expect(renamed).toMatchObject({ ...chosen, title: 'Kabute sa dayami' });
  expect((await publishGuide(staff, renamed)).status).toBe(200);
  const { body } = await site.guest().get(`${EDUHUB}/${original.guide_id}`);
  expect(body['data'].translations).toEqual([{ id: saved.guide_id, language: 'fil' }]);
  expect(await getAllNotifications(reader)).toHaveLength(1);
});

test('a guide is published once in each language', async () => {
  const { staff, original, translation, save } = await openEditor();
  const { body } = await save(translation, { translation_of: original.guide_id });
  const published = await publishGuide(staff, body['data']);
  expect(published.body).toMatchObject({ code: 'guide_language_taken' });
  expect(Object.keys(published.body['fields'])).toEqual(['language']);
});

test('a translation must be of an original, in a language of the site', async () => {
  const { staff, original, translation, save } = await openEditor();
  const wrong = async (guide: Guide, changes: Partial<Guide>) =>
    Object.keys((await save(guide, changes)).body['fields'] ?? {});
  expect(await wrong(translation, { language: 'xx' })).toEqual(['language']);
  expect(await wrong(translation, { translation_of: translation.guide_id })).toEqual([
    'translation_of',
  ]);
  await save(translation, { language: 'fil', translation_of: original.guide_id });
  const third = await writeGuide(staff, 'Straw, third');
  expect(await wrong(third, { translation_of: translation.guide_id })).toEqual(['translation_of']);
  expect(await wrong(original, { translation_of: third.guide_id })).toEqual(['translation_of']);
});
