// A name with an apostrophe is found with any kind of it: phones and word processors type other ones than keyboards.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { names, searchUrl, titles } from '#tests/support/nouns/search.ts';
import { MEMBERS } from '#tests/support/nouns/staff.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

// Names have always accepted the first three.
const APOSTROPHES = ["'", '\u2019', '\u02bc', '\u2018', '\u201b'];

test('O’Brien is found with a straight and with a typographic apostrophe', async () => {
  const site = await openSite();
  const staff = await site.signedIn(await site.member({ role: 'staff' }));
  const stored = APOSTROPHES.slice(0, 2).map((apostrophe) => `O${apostrophe}Brien`);
  for (const last_name of stored) {
    const author = await site.member({ first_name: 'Ana', last_name });
    const post = { author_id: author.id, title: `Straw of ${last_name}`, description: '-' };
    await addPost(site.services.db, post);
  }
  const all = stored.toReversed();
  for (const apostrophe of APOSTROPHES) {
    const typed = `O${apostrophe}Brien`;
    const { body } = await staff.get(searchUrl(typed));
    expect(names(body['data'].accounts)).toEqual(all.map((name) => `Ana ${name}`));
    expect(titles(body['data'].posts)).toEqual(all.map((name) => `Straw of ${name}`));
    const members = await staff.get(`${MEMBERS}?search=${encodeURIComponent(typed)}`);
    expect(names(members.body['data'].members)).toEqual(all.map((name) => `Ana ${name}`));
  }
});

/** Adds a post. @returns its title */
async function publish({ services, member }: Site, description: string): Promise<string> {
  const { id: author_id } = await member({ first_name: 'Ana', last_name: 'Cruz' });
  const { title } = await addPost(services.db, { author_id, title: 'By the canal', description });
  return title;
}

test.each(APOSTROPHES)(
  'the letter before the apostrophe %s is not searched separately',
  async (mark) => {
    const site = await openSite();
    const viewer = await site.signedIn();
    await site.member({ first_name: 'Pat', last_name: "O'Brien" });
    await site.member({ first_name: 'Jun', last_name: 'Obrien' });
    await site.member({ first_name: 'Olga', last_name: 'Briones' });
    await publish(site, 'Straw o hull, o both');
    await publish(site, 'A fence');
    await publish(site, 'Only Brienne has it');
    const { body } = await viewer.get(searchUrl(`O${mark}Brien`));
    expect(names(body['data'].accounts)).toEqual(['Jun Obrien', "Pat O'Brien"]);
    expect(body['data'].posts).toEqual([]);
    // With another word that posts have, it is what is missing.
    const both = await viewer.get(searchUrl(`o${mark}brien fence`));
    expect(titles(both.body['data'].posts)).toEqual(['By the canal']);
  },
);

test('a letter after an apostrophe changes nothing', async () => {
  const site = await openSite();
  const viewer = await site.signedIn();
  await publish(site, 'The farmer has ipa at dayami');
  await publish(site, 'Seven sacks to take');
  for (const typed of ['farmer\u2019s', "ipa't dayami", "Farmer's ipa"]) {
    const { body } = await viewer.get(searchUrl(typed));
    expect([typed, ...titles(body['data'].posts)]).toEqual([typed, 'By the canal']);
  }
});
