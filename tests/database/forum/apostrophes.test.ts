// A name with an apostrophe is found with any: phones and text programs write others than keyboards.
import { expect, test } from 'vitest';

import { addPost } from '#demo/factories.ts';
import { names, searchUrl, titles } from '#tests/support/nouns/search.ts';
import { MEMBERS } from '#tests/support/nouns/staff.ts';
import { openSite } from '#tests/support/site/site.ts';

// The first three were taken in names before.
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
