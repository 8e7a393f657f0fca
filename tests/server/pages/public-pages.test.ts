// The activity that guests' pages show, on the built server.
import { expect, test } from 'vitest';

import { addListing, addMember, addPost, addResource } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { startOwnServer } from '#tests/server/running-server.ts';
import { LISTING } from '#tests/support/nouns/listings.ts';
import { POSTS, postForm } from '#tests/support/nouns/posts.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import {
  databaseAddress,
  originOf,
  type ServerInstance,
} from '#tests/support/server/server-process.ts';

const STRAW = 'Mushrooms on rice straw';

/** Runs queries on a server's database. */
async function onDatabase<T>(instance: ServerInstance, work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(databaseAddress(instance));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

test('an id that never was a listing is 404, one that may have been is 410', async () => {
  const { instance } = await startOwnServer();
  const statusOf = async (path: string) => (await fetch(`${originOf(instance)}${path}`)).status;
  expect(await statusOf('/exchange/nothing.xml')).toBe(404);
  expect(await statusOf(`/exchange/${newId()}`)).toBe(410);
  expect(await statusOf('/join/nothing.xml')).toBe(404);
  expect(await statusOf(`/join/${'x'.repeat(22)}`)).toBe(410);
  expect(await statusOf('/join/confirm/nothing')).toBe(404);
});

/** Inserts pickups of one member that were handed over today. */
async function addHandedOver(db: Db, kilograms: number[]): Promise<void> {
  const { id: owner_id } = await addMember(db, { password_hash: 'none' });
  const { id: requester_id } = await addMember(db, { password_hash: 'none' });
  const { id: post_id } = await addPost(db, { author_id: owner_id });
  const { kind, material, town } = await addListing(db, { post_id, status: 'gone' });
  const [now, day] = [Date.now(), regionDay(Date.now())];
  const subject = 'amount' as const;
  const common = { subject, post_id, kind, material, town, day, owner_id, requester_id, amount: 1 };
  const times = { created_at: now, updated_at: now, agreed_at: now };
  for (const kg of kilograms)
    await db
      .insertInto('appointments')
      .values({ id: newId(), ...common, ...times, status: 'done', kg })
      .execute();
}

async function openSite() {
  const { instance } = await startOwnServer();
  const read = async (path: string) => {
    const response = await fetch(originOf(instance) + path);
    expect(response.status).toBe(200);
    return response.text();
  };
  const signIn = async () => {
    const session = await onDatabase(instance, async (db) => {
      const { id } = await addMember(db, { password_hash: 'none' });
      return insertSession(db, id);
    });
    return new ServerClient(instance, session);
  };
  const write = <T>(work: (db: Db) => Promise<T>) => onDatabase(instance, work);
  return { instance, read, signIn, write };
}

const jsonLdOf = (html: string): { '@type': string }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.+?)<\/script>/gs)].map(([, json]) =>
    JSON.parse(json ?? '{}'),
  );

/** The text of a page, in the detail that these tests need. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('&#39;', '’');

test('the landing page of a new site claims nothing, and explains how to join', async () => {
  const { read } = await openSite();
  const html = await read('/');
  const text = textOf(html);
  expect(text).toContain('No offers are open at the moment.');
  expect(text).toContain('No total yet.');
  expect(text).not.toMatch(/\d kg|offers? open in/);
  expect(html.match(/href="\/join"/g)?.length).toBeGreaterThanOrEqual(2);
  expect(text).toContain('Fill in a short form. The co-op’s staff read it and email you.');
  expect(jsonLdOf(html).map((data) => data['@type'])).toEqual(['Organization', 'WebSite']);
});

test('an open offer is on the landing page and in guides about its material', async () => {
  const { read, signIn, write } = await openSite();
  const guide = await write((db) => addResource(db, { title: STRAW }));
  const pages = ['/', `/eduhub/${guide.id}`];
  const title = 'Forty bundles behind the chapel';
  for (const page of pages) expect(await read(page)).not.toContain(title);
  expect(textOf(await read(`/eduhub/${guide.id}`))).toContain(
    'No one offers rice straw right now.',
  );
  const owner = await signIn();
  const form = postForm([], { title, listing: JSON.stringify(LISTING) });
  const { data } = (await (await owner.post(POSTS, form)).json()) as { data: { post_id: string } };
  for (const page of pages) expect(await read(page)).toContain(title);
  expect(textOf(await read('/'))).toContain('1 offer open in 1 town of Central Luzon');
  expect(jsonLdOf(await read('/'))).toContainEqual(
    expect.objectContaining({
      '@type': 'ItemList',
      itemListElement: [
        expect.objectContaining({ name: title, url: expect.stringContaining(data.post_id) }),
      ],
    }),
  );
  expect(await read(pages[1] ?? '')).toContain('/exchange?material=rice-straw"');
  const gone = await owner.post(`${POSTS}/${data.post_id}/listing/status`, { status: 'gone' });
  expect(gone.status).toBe(200);
  for (const page of pages) expect(await read(page)).not.toContain(title);
});

test('the landing page shows what was handed over from the third pickup on', async () => {
  const { read, write } = await openSite();
  await write((db) => addHandedOver(db, [800, 900, 1040]));
  expect(textOf(await read('/'))).toMatch(
    /Handed over so far ?2,700 kg handed over to be used ?3 pickups at least, in 1 town/,
  );
  const other = await openSite();
  await other.write((db) => addHandedOver(db, [800, 900]));
  expect(textOf(await other.read('/'))).toContain('No total yet.');
});

test('the next page of a topic stays in the topic', async () => {
  const { read, write } = await openSite();
  await write((db) => addResource(db, { title: 'Making rope from coir' }));
  await write(async (db) => {
    for (let nth = 0; nth < 13; nth += 1) await addResource(db, { title: `Mushrooms ${nth}` });
  });
  const next = /href="(\/eduhub\?topic=mushrooms&[^"]+)"/.exec(
    await read('/eduhub?topic=mushrooms'),
  );
  const html = await read((next?.[1] ?? '').replaceAll(/&#38;|&amp;/g, '&'));
  expect(html).toContain('Mushrooms 0');
  expect(html).toContain('noindex');
  expect(html).not.toContain('Making rope');
});

test('a topic has its own page for search engines, and a guide leads to similar ones', async () => {
  const { instance, read, write } = await openSite();
  const add = (title: string) => write((db) => addResource(db, { title }));
  const straw = await add(STRAW);
  const oyster = await add('Oyster mushrooms on sawdust');
  await add('Making rope from coir');
  const html = await read('/eduhub?topic=mushrooms');
  const origin = originOf(instance);
  expect(html).toContain('<title>Mushrooms | Eduhub | Glean</title>');
  expect(html).toContain(`<link rel="canonical" href="${origin}/eduhub?topic=mushrooms"`);
  expect(html).not.toContain('noindex');
  expect(html).toContain(STRAW);
  expect(html).not.toContain('Making rope');
  expect(html).toMatch(/href="\/eduhub\?topic=mushrooms" aria-current="page"/);
  expect(jsonLdOf(html)[1]).toMatchObject({ '@type': 'ItemList', itemListElement: [{}, {}] });
  expect(await read('/eduhub?topic=fuel')).toContain('noindex');
  expect(await read('/eduhub?topic=nothing')).toContain('Making rope');
  expect(await read('/sitemap.xml')).toContain(`<loc>${origin}/eduhub?topic=mushrooms</loc>`);
  const guide = await read(`/eduhub/${straw.id}`);
  const related = guide.slice(guide.indexOf('Read next'));
  expect(related.indexOf(oyster.title)).toBeGreaterThan(0);
  expect(related.indexOf(oyster.title)).toBeLessThan(related.indexOf('Making rope'));
  expect(jsonLdOf(guide)[0]).toMatchObject({ timeRequired: 'PT1M', about: ['Mushrooms'] });
});

test('a listing is gone the day after its last one, before the job, and names its province', async () => {
  const { instance, read, write } = await openSite();
  const today = regionDay(Date.now());
  const add = (until: string) =>
    write(async (db) => {
      const { id: author_id } = await addMember(db, { password_hash: 'none' });
      const { id: post_id } = await addPost(db, { author_id });
      await addListing(db, { post_id, until, town: '0307109000', status: 'open' });
      return post_id;
    });
  const [open, over] = [await add(today), await add(addDays(today, -1))];
  const html = await read(`/exchange/${open}`);
  expect(html).toMatch(/<meta property="og:description" content="[^"]*San Antonio, Zambales/);
  expect((await fetch(`${originOf(instance)}/exchange/${over}`)).status).toBe(410);
});
