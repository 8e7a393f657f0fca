// Every page, read as everyone: a phone number and a pickup's place are shown to the two who agreed.
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

/** How far each has come, and how many days ago. */
const STATES: [Who, AppointmentTable['status'], number][] = [
  ['partner', 'agreed', -1],
  ['waiting', 'requested', -1],
  ['former', 'called_off', -1],
  ['past', 'done', 15],
  ['blocked', 'agreed', 0],
];

/** What each has of the owner: some straw, and a half day of a machine. */
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
      // Its place is given by who asks, who sees their own.
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

/** In a route. What older addresses lead to has a rest. */
const ID = /\[(?:id|\.{3}rest)\]/;

/** Every page and file that the site renders, with these ids and a few words in their place. */
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

/** Each request is another client's: a scan would reach the limit of one. */
const anyIp = () => ({ 'x-forwarded-for': `10.0.${(requests += 1) >> 8}.${requests & 255}` });

/** @returns the pages that have the phone number or the place, by where they were found at last */
async function findContacts(request: APIRequestContext, origin: string, paths: string[]) {
  const found = new Set<string>();
  for (const path of [...paths, '/sitemap.xml', '/exchange?town=0304911000&within=25']) {
    const response = await request.get(origin + path, { headers: anyIp() });
    expect(response.status(), path).toBeLessThan(429);
    // Files for calendars divide long lines.
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

test('no page shows phone or place to anyone but the two who agreed @full', async ({
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
  // Another id leads to the list; their own profile has the next one.
  expect(found).toEqual(['/exchange/pickups', ...own, '/profile'].toSorted());
});
