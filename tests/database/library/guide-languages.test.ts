// A guide in two languages is one guide in lists and searches, in the reader's language.
import { expect, test } from 'vitest';

import { addResource } from '#demo/factories.ts';
import { EDUHUB, publishGuide, saveGuide, writeGuide } from '#tests/support/nouns/guides.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

async function openLibrary() {
  const site = await openSite();
  const { db } = site.services;
  const add = (
    title: string,
    text: string,
    language = 'en',
    translation_of: string | null = null,
  ) => addResource(db, { title, language, translation_of }, [{ type: 'TEXT', content: text }]);
  const english = await add('Feed from straw', 'Weigh the urea.');
  const filipino = await add('Pakain mula dayami', 'Timbangin ang urea.', 'fil', english.id);
  await add('Uling mula ipa', 'Basain.', 'fil');
  await add('Compost', 'Turn it.');
  return { site, english, filipino };
}

function reading(site: Site, language: string) {
  const reader = site.guest();
  reader.cookies.set('lang', language);
  const list = async (query = ''): Promise<string[]> => {
    const { body } = await reader.get(`${EDUHUB}?${query}`);
    return body['data'].data.map((each: { title: string; language: string }) =>
      [each.language, each.title].join(': '),
    );
  };
  return { reader, list };
}

test('each guide is listed once, in the reader’s language if available', async () => {
  const { site } = await openLibrary();
  const others = ['en: Compost', 'fil: Uling mula ipa'];
  expect(await reading(site, 'en').list()).toEqual([...others, 'en: Feed from straw']);
  expect(await reading(site, 'fil').list()).toEqual([...others, 'fil: Pakain mula dayami']);
});

test('a search finds a guide by its words in every language', async () => {
  const { site } = await openLibrary();
  const [english, filipino] = [reading(site, 'en').list, reading(site, 'fil').list];
  expect(await english('search=dayami')).toEqual(['en: Feed from straw']);
  expect(await filipino('search=straw')).toEqual(['fil: Pakain mula dayami']);
  expect(await filipino('search=weigh')).toEqual(['fil: Pakain mula dayami']);
  expect(await english('search=turn')).toEqual(['en: Compost']);
  expect(await filipino('topic=feed')).toEqual(['fil: Pakain mula dayami']);
});

test('pages of a list have each guide once', async () => {
  const { site } = await openLibrary();
  const { reader } = reading(site, 'fil');
  const titles: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await reader.get(`${EDUHUB}?limit=1${cursor && `&cursor=${cursor}`}`);
    titles.push(...body['data'].data.map(({ title }: { title: string }) => title));
    cursor = body['data'].nextCursor;
  }
  expect(titles).toEqual(['Compost', 'Uling mula ipa', 'Pakain mula dayami']);
});

test('a guide names its other languages, in both directions, as long as they are published', async () => {
  const { site, english, filipino } = await openLibrary();
  const { db } = site.services;
  const { reader, list } = reading(site, 'en');
  const translationsOf = async (id: string) =>
    (await reader.get(`${EDUHUB}/${id}`)).body['data'].translations;
  expect(await translationsOf(english.id)).toEqual([{ id: filipino.id, language: 'fil' }]);
  expect(await translationsOf(filipino.id)).toEqual([{ id: english.id, language: 'en' }]);
  await db
    .updateTable('resources')
    .set({ published_at: null })
    .where('id', '=', english.id)
    .execute();
  expect(await translationsOf(filipino.id)).toEqual([]);
  expect(await list('search=dayami')).toEqual(['fil: Pakain mula dayami']);
});

test('of two concurrent translations into one language, one is published', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const original = (await publishGuide(staff, await writeGuide(staff))).body['data'];
  const own = { language: 'fil', translation_of: original.guide_id };
  const all = await Promise.all(
    ['Una', 'Ikalawa', 'Ikatlo', 'Ikaapat'].map(async (title) => {
      const editor = await signedInStaff(site, title);
      return {
        editor,
        guide: (await saveGuide(editor, await writeGuide(editor), own)).body['data'],
      };
    }),
  );
  const sent = await Promise.all(all.map(({ editor, guide }) => publishGuide(editor, guide)));
  const rejected = sent.filter(({ body }) => body['code'] === 'guide_language_taken');
  expect([sent.filter(({ status }) => status === 200).length, rejected.length]).toEqual([1, 3]);
});
