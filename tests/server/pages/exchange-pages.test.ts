// The texts and links of the pages of the exchange and of pickups, rendered by the built server.
import { beforeAll, expect, test } from 'vitest';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays, mondayOf } from '#lib/contract/days.ts';
import { weekName } from '#lib/contract/exchange/weeks.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db, ListingTable } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { shareServer } from '#tests/server/running-server.ts';
import { addPickup } from '#tests/support/server/add-pickup.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { databaseAddress, originOf } from '#tests/support/server/server-process.ts';

const shared = shareServer();

const [GUIMBA, CABANATUAN, OLONGAPO] = ['0304911000', '0304903000', '0331400000'];
const inDays = (days: number): string => addDays(regionDay(Date.now()), days);

let db: Db;
beforeAll(() => {
  const database = openDatabase(databaseAddress(shared()));
  ({ db } = database);
  return () => database.close();
});

async function read(path: string, cookie = ''): Promise<string> {
  const response = await fetch(originOf(shared()) + path, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await response.text()).replaceAll(/\s+/g, ' ').replaceAll(/&(?:amp|#38);/g, '&');
}

/** @param town the town of the member */
async function join(town: string | null = null) {
  const { id } = await addMember(db, { password_hash: 'none', town });
  return { id, cookie: `session=${await insertSession(db, id)}` };
}

async function offer(listing: Partial<ListingTable>, author_id?: string): Promise<string> {
  const author = author_id ?? (await join()).id;
  const { id: post_id } = await addPost(db, { author_id: author });
  await addListing(db, { ...listing, post_id });
  return post_id;
}

const STRIP = /<p class="request"[^>]*>.*?<b[^>]*>(.*?)<\/b>/g;
const strips = (html: string): string[] =>
  Array.from(html.matchAll(STRIP), ([, text = '']) => text);

test('Explore says once how many people ask for what, and no other page does', async () => {
  const { id: owner_id, cookie } = await join();
  const [first, second] = [await join(), await join()];
  const post_id = await offer({}, owner_id);
  const ask = (requester_id: string, more = {}) =>
    addPickup(db, { owner_id, requester_id, post_id, amount: 7, unit: 'bundle', ...more });
  const onExplore = async (language = 'en') =>
    strips(await read(`/forums/explore?lang=${language}`, cookie));
  await ask(first.id);
  expect(await onExplore()).toEqual([expect.stringContaining('asks for 7 bundles')]);
  await ask(second.id);
  await ask(second.id, { post_id: await offer({}, owner_id), day: inDays(2) });
  expect(await onExplore()).toEqual(['2 people ask for your rice straw']);
  expect(await onExplore('fil')).toEqual(['2 tao ang humihiling ng dayami mo']);
  expect(await read('/forums/explore', cookie)).toContain('href="/exchange/pickups"');
  for (const path of ['/forums/my-discussions', `/forums/posts/${post_id}`])
    expect([path, strips(await read(path, cookie))]).toEqual([path, []]);
  await ask(first.id, { post_id: await offer({}, owner_id), material: 'rice-hull' });
  expect(await onExplore()).toEqual(['2 people ask you for something']);
});

test('many appointments hide no request from an owner', async () => {
  const { id: owner_id, cookie } = await join();
  for (let nth = 0; nth < 21; nth += 1) {
    const { id: requester_id } = await join();
    await addPickup(db, { owner_id, requester_id, status: 'agreed' });
    await addPickup(db, { owner_id, requester_id, day: inDays(2) });
  }
  expect(strips(await read('/forums/explore', cookie))).toEqual([
    '20+ people ask for your rice straw',
  ]);
});

test.each([
  [30, 'A bundle is about 3 kg.'],
  [null, 'This listing gives no amount, so this is for all of it.'],
])('a member who requests %s bundles reads what they get', async (amount, sentence) => {
  const unit = amount === null ? null : 'bundle';
  const id = await offer({ material: 'rice-straw', amount, amount_left: amount, unit });
  const page = await read(`/exchange/${id}`, (await join()).cookie);
  expect(page).toContain(sentence);
  expect(page.includes('Leave it blank for all of it.')).toBe(amount !== null);
});

test('an owner who agrees to a request without an amount reads that it is for all of it', async () => {
  const { id: owner_id, cookie } = await join();
  const { id: requester_id } = await join();
  const sentence = 'This is for all of it. Once you agree, nothing is left.';
  for (const amount of [null, 5]) {
    const id = newId();
    await addPickup(db, { id, owner_id, requester_id, amount, unit: 'bundle' });
    const page = await read(`/exchange/pickups/${id}`, cookie);
    expect(page.includes(sentence)).toBe(amount === null);
  }
});

test('the weight of agreed bundles is shown, and proposed where the outcome is entered', async () => {
  const { id: owner_id, cookie } = await join();
  const { id: requester_id } = await join();
  const id = newId();
  const given = { amount: 30, unit: 'bundle', day: inDays(-1), status: 'agreed' } as const;
  await addPickup(db, { ...given, id, owner_id, requester_id });
  const page = await read(`/exchange/pickups/${id}?outcome=yes`, cookie);
  expect(page).toContain('You agreed on 30 bundles of about 3 kg: about 90 kg.');
  expect(page).toMatch(/<input[^>]* name="kg"[^>]* value="90"/);
});

test('the nearest listing is labeled as such, in any order of the search', async () => {
  await offer({ material: 'coconut-husk', town: OLONGAPO, until: inDays(2) });
  await offer({ material: 'coconut-husk', town: CABANATUAN, until: inDays(9) });
  const path = `/exchange?material=coconut-husk&town=${GUIMBA}&within=10&sort=ending`;
  const page = await read(path);
  expect(page).toMatch(/The nearest is about \d+ km away, in Cabanatuan City/);
  expect(page).toContain(`href="/exchange?material=coconut-husk&town=${GUIMBA}"`);
});

test('without a town, the newest is labeled', async () => {
  await offer({ material: 'corn-cobs', town: CABANATUAN });
  expect(await read('/exchange?material=corn-cobs&kind=need')).toMatch(
    /The newest is in Cabanatuan City/,
  );
});

test('the texts name “Notify me of new ones” where it can be tapped', async () => {
  const hint = 'Tap “Notify me of new ones”';
  expect(await read('/exchange?material=bagasse')).toContain(hint);
  expect(await read('/exchange?search=zzyzx')).not.toContain(hint);
  const { id: member_id, cookie } = await join();
  const alert = {
    member_id,
    kind: 'offer' as const,
    material: 'bagasse',
    town: null,
    within_km: null,
    free: 0,
  };
  expect(await read('/exchange?material=bagasse', cookie)).toContain(hint);
  await db
    .insertInto('alerts')
    .values({ ...alert, id: newId(), paused_at: null, created_at: Date.now() })
    .execute();
  expect(await read('/exchange?material=bagasse', cookie)).not.toContain(hint);
});

test('the map of all towns leads a member back to all towns', async () => {
  const { cookie } = await join(GUIMBA);
  const page = await read('/exchange/map?kind=offer', cookie);
  expect(page.match(/href="\/exchange\?kind=offer&town="/g)).toHaveLength(2);
  expect(await read('/exchange/map?kind=offer')).toMatch(/href="\/exchange\?kind=offer"/);
});

test('a week ahead shows three farms or more, no names, and the services that are open then', async () => {
  const monday = addDays(mondayOf(inDays(0)), 7);
  const field = { material: 'legume-hay', town: OLONGAPO, monday, ares: 250, created_at: 1 };
  const names: string[] = [];
  const addFarm = async () => {
    const first_name = `Zqfarmer${names.length}`;
    names.push(first_name);
    const { id: member_id } = await addMember(db, { password_hash: 'none', first_name });
    await db
      .insertInto('harvests')
      .values({ id: newId(), member_id, ...field })
      .execute();
  };
  const path = `/season?material=legume-hay&town=${OLONGAPO}`;
  const { cookie } = await join();
  await addFarm();
  await addFarm();
  const name = `>${weekName(monday)}</h3>`;
  expect(await read(path, cookie)).not.toContain(name);
  await addFarm();
  const service = (given: Partial<ListingTable>) =>
    offer({ kind: 'service', material: 'legume-hay', town: OLONGAPO, until: monday, ...given });
  const open = await service({});
  const others = [
    await service({ town: GUIMBA }),
    await service({ material: 'rice-straw' }),
    await service({ until: addDays(monday, -1) }),
    await service({ ready_on: addDays(monday, 7), until: addDays(monday, 20) }),
  ];
  const page = await read(path, cookie);
  const week = page.slice(page.indexOf(name), page.indexOf('id="own"'));
  expect(week).toContain('10 ha');
  expect(week).toContain(`href="/exchange/${open}"`);
  expect(week).toContain(`href="/exchange?kind=service&material=legume-hay&town=${OLONGAPO}"`);
  for (const id of others) expect(week).not.toContain(id);
  for (const farmer of names) expect(week).not.toContain(farmer);
});
