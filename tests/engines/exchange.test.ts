import { expect } from 'vitest';

import { addListing, addPost } from '#demo/factories.ts';
import { addDays, mondayOf } from '#lib/contract/days.ts';
import { machinePath } from '#lib/contract/paths.ts';
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

/** Requests a listing. @returns the path of the pickup */
async function ask({ page, signIn }: Visit, path: string): Promise<string> {
  await signIn('jun');
  await page.goto(path);
  await page.choose(field('Which day'), addDays(regionDay(Date.now()), 1));
  await page.choose(field('Message to the owner'), 'I bring two men.');
  await page.press(button('Ask'));
  await page.sees('Waiting for their answer');
  return page.run(() => location.pathname);
}

/** Agrees to a pickup as its owner, and downloads its calendar file. */
async function agree({ page, signIn, look }: Visit, pickup: string): Promise<void> {
  await signIn('luz');
  await page.goto(pickup);
  await page.sees('I bring two men.');
  await page.press(button('I agree'));
  await page.has(link(/^Call 09\d{9}$/));
  await page.choose(field('Exact place'), 'At the blue gate');
  await page.press(button('Save'));
  await page.sees('The exact place is saved.');
  await look('agreed');
  const calendar = await page.run(async () => {
    const address = document.querySelector<HTMLAnchorElement>('a[href$=".ics"]')?.href ?? '';
    const response = await fetch(address);
    return { type: response.headers.get('content-type'), text: await response.text() };
  });
  expect(calendar.type).toMatch(/^text\/calendar/);
  expect(calendar.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*At the blue gate/);
}

/** Requests the demo's baler for a morning. @returns the path of the pickup */
async function askForBaler({ page, signIn }: Visit): Promise<string> {
  const machine = await onDatabase((db) =>
    db
      .selectFrom('machines')
      .where('machine', '=', 'baler')
      .select('post_id')
      .executeTakeFirstOrThrow(),
  );
  const week = addDays(mondayOf(regionDay(Date.now())), 21);
  await signIn('jun');
  await page.goto(machinePath(machine.post_id, { week, town: '0304911000' }));
  await page.press({ css: `label:has([value="${week}.morning"])` });
  await page.choose(field('How many hectares?'), '1.5');
  await page.press(button('Ask'));
  await page.sees('Waiting for their answer');
  return page.run(() => location.pathname);
}

inEachEngine((journey) => {
  journey('two members agree on a pickup', async (visit) => {
    await visit.resize('desk');
    await agree(visit, await ask(visit, await newListing('Bamboo stakes')));
  });

  journey('straw is agreed in two presses from the number on the bar', async (visit) => {
    const { page, signIn, look } = visit;
    const title = 'Straw by the gate';
    await ask(visit, await newListing(title));
    await signIn('luz');
    await page.goto('/forums/explore');
    await page.press(link(/Exchange: \d+ needs? your answer/));
    await page.isAt('/exchange/pickups');
    await look('questions');
    await page.press(button(`I agree: ${title}`));
    await page.sees('You agreed.');
  });

  journey(
    'half a day of a baler is agreed, gets its place from the member, and is cancelled',
    async (visit) => {
      const { page, signIn, look } = visit;
      const path = await askForBaler(visit);
      await signIn('boyet');
      await page.goto(path);
      await page.press(button('I agree'));
      await page.has(link(/^Call 09\d{9}$/));
      await page.has(field('Exact place'), false);
      await signIn('jun');
      await page.goto(path);
      await page.choose(field('Exact place'), 'At the north gate');
      await page.press(button('Save'));
      await page.sees('The exact place is saved.');
      await page.choose(field('Write a message'), 'The water is out.');
      await page.press(button('Send'));
      await page.sees('The water is out.');
      await signIn('boyet');
      await page.goto(path);
      await page.sees('At the north gate');
      await page.sees('The water is out.');
      await look('half day');
      await page.press({ css: 'summary', name: 'Call it off' });
      await page.choose(field('Why?'), 'Rain.');
      await page.press({ css: 'button', name: 'Call it off' });
      await page.sees('It’s called off.');
    },
  );

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
