import { expect } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { addDays } from '#lib/contract/days.ts';
import { regionDay } from '#lib/site.ts';

import { inEachEngine, onDatabase, type Visit } from './journeys.ts';
import { button, field, link } from './page.ts';

/** @returns the path of a listing of Luz's */
const newListing = (title: string): Promise<string> =>
  onDatabase(async (db) => {
    const { id: author_id } = await db
      .selectFrom('members')
      .where('email', '=', 'luz@glean.example')
      .select('id')
      .executeTakeFirstOrThrow();
    const { id: post_id } = await addPost(db, { author_id, title });
    await addListing(db, { post_id });
    return `/exchange/${post_id}`;
  });

/** Asks for a listing. @returns the path of the pickup */
async function ask({ page, signIn }: Visit, path: string): Promise<string> {
  await signIn('jun');
  await page.goto(path);
  await page.choose(field('Which day'), addDays(regionDay(Date.now()), 1));
  await page.choose(field('Message to the owner'), 'I bring two men.');
  await page.press(button('Send the request'));
  await page.sees('Waiting for their answer');
  return page.run(() => location.pathname);
}

/** Agrees to it as its owner, and reads its day into a calendar. */
async function agree({ page, signIn, look }: Visit, pickup: string): Promise<void> {
  await signIn('luz');
  await page.goto(pickup);
  await page.sees('I bring two men.');
  await page.choose(field('Exact place'), 'At the blue gate');
  await page.press(button('I agree'));
  await page.has(link(/^Call 09\d{9}$/));
  await look('agreed');
  const calendar = await page.run(async () => {
    const address = document.querySelector<HTMLAnchorElement>('a[href$=".ics"]')?.href ?? '';
    const response = await fetch(address);
    return { type: response.headers.get('content-type'), text: await response.text() };
  });
  expect(calendar.type).toMatch(/^text\/calendar/);
  expect(calendar.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*At the blue gate/);
}

inEachEngine((journey) => {
  journey('two members agree on a pickup', async (visit) => {
    await visit.resize('desk');
    await agree(visit, await ask(visit, await newListing('Bamboo stakes')));
  });

  journey('forms work without scripts', async (visit) => {
    const { page, line, look } = visit;
    line.hasScripts = false;
    await page.goto('/login');
    await page.sees('JavaScript');
    await page.goto('/exchange');
    await page.type(field(/^What are you looking for/), 'dayami');
    await page.press(button('Search'));
    await page.waitFor(() => location.search.includes('dayami'));
    await page.has({ css: 'main li' });
    await look('filter');
    await agree(visit, await ask(visit, await newListing('Bamboo poles')));
  });
});
