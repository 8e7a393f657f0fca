// Reads every page as every kind of viewer: only the two members who agreed see a phone number and a pickup's place.
import { globSync } from 'node:fs';

import type { APIRequestContext, Browser } from '@playwright/test';

import { addListing, addMember, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import type { Db, AppointmentTable } from '#lib/server/platform/db/schema.ts';
import { idAt } from '#lib/server/platform/new-id.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const PHONE = '09171112233';
const PLACE = 'Behind the chapel';
const PAGES = 'src/pages';
const MEMBERS = ['owner', 'partner', 'waiting', 'former', 'past', 'blocked'] as const;
type Who = (typeof MEMBERS)[number];

/** The status of each member's request, and how many days ago it changed. */
const STATES: [Who, AppointmentTable['status'], number][] = [
  ['partner', 'agreed', -1],
  ['waiting', 'requested', -1],
  ['former', 'called_off', -1],
  ['past', 'done', 15],
  ['blocked', 'agreed', 0],
];

/** What each member requests of the owner: some straw, and a machine for half a day. */
const STRAW = { subject: 'amount', kind: 'offer', material: 'rice-straw' } as const;
const MACHINE = { machine: 'baler', unit: 'hectare', work: 100 } as const;
const MORNING = {
  subject: 'half_day',
  kind: 'service',
  ...MACHINE,
  half: 'morning',
  whole_day: 0,
} as const;

async function addPickups(db: Db) {
  const ids = new Map<string, string>();
  for (const who of MEMBERS) {
    const email = `${who}@glean.example`;
    const contact_phone = who === 'owner' ? PHONE : '09180000000';
    const { id } = await addMember(db, {
      email,
      first_name: who,
      contact_phone,
      password_hash: 'none',
    });
    ids.set(who, id);
  }
  const owner_id = ids.get('owner') ?? '';
  const post = await addPost(db, { author_id: owner_id, title: 'Straw' });
  await addListing(db, { post_id: post.id });
  const pickups = new Map<string, string[]>();
  const now = Date.now();
  for (const [who, status, daysAgo] of STATES) {
    const both = { owner_id, requester_id: ids.get(who) ?? null, town: '0304911000' };
    const day = addDays(regionDay(now), -daysAgo);
    const state = { day, status, place: PLACE, created_at: now, updated_at: now };
    const rows = [
      { ...both, ...state, ...STRAW, id: idAt(now), post_id: post.id },
      // The member who makes the request gives its place, and sees their own.
      { ...both, ...state, ...MORNING, id: idAt(now), place: who === 'blocked' ? null : PLACE },
    ];
    for (const row of rows) await db.insertInto('appointments').values(row).execute();
    pickups.set(
      who,
      rows.map(({ id }) => id),
    );
  }
  const block = {
    id: idAt(now),
    blocker_id: owner_id,
    blocked_id: ids.get('blocked') ?? '',
    created_at: now,
  };
  await db.insertInto('blocks').values(block).execute();
  return { ids: [post.id, owner_id], pickups };
}

/** The parameters of a route; routes of older addresses have a `rest`. */
const ID = /\[(?:id|\.{3}rest)\]/;

/** Every page and file of the site, with these ids and a few words as parameters. */
function pagePaths(ids: string[]): string[] {
  const routes = globSync('**/*.{astro,ts}', { cwd: PAGES }).map((file) =>
    `/${file}`.replace(/(?:\/?index)?\.(?:astro|ts)$/, ''),
  );
  const paths = routes.flatMap((route) =>
    ID.test(route) ? ids.map((id) => route.replace(ID, id)) : [route || '/'],
  );
  return paths.map((path) =>
    path
      .replace('[kind]', 'post')
      .replace('[list]', 'following')
      .replaceAll(/\[\w+\]/g, 'terms'),
  );
}

let requests = 0;

/** A new address for each request: one client would reach the rate limit. */
const anyIp = () => ({ 'x-forwarded-for': `10.0.${(requests += 1) >> 8}.${requests & 255}` });

/** @returns the pages that contain the phone number or the place, by their address after redirects */
async function findContacts(request: APIRequestContext, origin: string, paths: string[]) {
  const found = new Set<string>();
  for (const path of [...paths, '/sitemap.xml', '/exchange?town=0304911000&within=25']) {
    const response = await request.get(origin + path, { headers: anyIp() });
    expect(response.status(), path).toBeLessThan(429);
    // Calendar files fold long lines.
    const text = (await response.text()).replaceAll('\r\n ', '');
    if ([PHONE, PLACE].some((secret) => text.includes(secret)))
      found.add(new URL(response.url()).pathname);
  }
  return [...found].toSorted();
}

async function requestAs(browser: Browser, who: string, origin: string) {
  const page = await (await browser.newContext()).newPage();
  if (who !== 'guest') await signIn(page, who, origin);
  return page.request;
}

test.use({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });

test('no page shows phone or place to others than the two who agreed @full', async ({
  browser,
  origin,
  onDatabase,
}) => {
  test.slow();
  const { ids, pickups } = await onDatabase(addPickups);
  const partners = pickups.get('partner') ?? [];
  for (const who of ['guest', 'maria', 'waiting', 'former', 'past', 'blocked']) {
    const paths = pagePaths([...ids, ...partners, ...(pickups.get(who) ?? [])]);
    expect(paths.length).toBeGreaterThan(60);
    const request = await requestAs(browser, who, origin);
    expect(await findContacts(request, origin, paths), who).toEqual([]);
  }
  const request = await requestAs(browser, 'partner', origin);
  const own = partners.flatMap((id) => [`/exchange/pickups/${id}`, `/exchange/pickups/${id}.ics`]);
  const found = await findContacts(request, origin, pagePaths([...ids, ...partners]));
  // An unknown id leads to the list.
  expect(found).toEqual(['/exchange/pickups', ...own].toSorted());
});
