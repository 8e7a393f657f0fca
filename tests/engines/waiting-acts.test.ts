// An appointment without a connection, from the request to the outcome: each act waits, and is sent once.
import { expect } from 'vitest';

import { listingPath, pickupPath, PICKUPS_PATH } from '#lib/contract/paths.ts';

import { inEachEngine, NO_CONNECTION, onDatabase, preloadOutbox, type Visit } from './journeys.ts';
import type { Line } from './line.ts';
import { button, field } from './page.ts';
import { addPerson, CALL, dayIn, list } from './stage.ts';
import { isAllIn, type Language, LANGUAGES, type Say, textsOf } from './words.ts';

const TITLE = 'Dayami sa gate';
// Enough for a busy machine.
const SENT = { timeout: 60_000 };

interface Meeting {
  visit: Visit;
  language: Language;
  say: Say;
  /** the calls sent so far */
  sent: string[];
}

const callsOn = ({ changes }: Line) => changes.filter((path) => path.startsWith(CALL));

/** Cuts the network, and lets the browser know. */
async function cut({ page, line }: Visit): Promise<void> {
  await preloadOutbox(page);
  await page.run(() => void (document.body.dataset['isOld'] = ''));
  line.state = 'cut';
  await page.window.setOffline(true);
}

/** Restores the network. Waits until these calls were sent once each, and the page is loaded again. */
async function restore({ visit: { page, line }, sent }: Meeting, ...paths: string[]) {
  expect(callsOn(line)).toEqual(sent);
  line.state = 'up';
  await page.window.setOffline(false);
  sent.push(...paths.map((path) => CALL + path));
  await expect.poll(() => callsOn(line), SENT).toEqual(sent);
  await page.waitFor(
    () => document.readyState === 'complete' && !('isOld' in document.body.dataset),
  );
  await page.has({ css: '[data-outbox] li' }, false);
}

/** Waits for the card's text about a waiting act, in one language. */
async function seesWaiting({ visit: { page }, language, say }: Meeting, act: string) {
  await page.sees(say('outbox.act_waits', { act }));
  await isAllIn(page, language);
}

/** @returns the id of the only appointment about a post */
const appointmentOf = (postId: string): Promise<string> =>
  onDatabase(async (db) => {
    const about = db.selectFrom('appointments').where('post_id', '=', postId);
    const all = await about.select('id').execute();
    expect(all).toHaveLength(1);
    return all[0]?.id ?? '';
  });

/** Requests a listing. @returns the id of the appointment */
async function askLater(meeting: Meeting, postId: string): Promise<string> {
  const { visit, say } = meeting;
  const { page } = visit;
  await page.goto(listingPath(postId));
  await cut(visit);
  await page.choose(field(say('pickup.which_day')), dayIn(0));
  await page.press(button(say('pickup.ask')));
  await page.sees(`${say('pickup.ask')}: ${TITLE}`);
  await isAllIn(page, meeting.language);
  await restore(meeting, '');
  return appointmentOf(postId);
}

/** Agrees to the request in the list. */
async function agreeLater(meeting: Meeting, id: string): Promise<void> {
  const { visit, say } = meeting;
  const { page, look } = visit;
  await page.goto(PICKUPS_PATH);
  await cut(visit);
  const agree = button(`${say('pickup.agree')}: ${TITLE}`);
  await page.press(agree);
  await seesWaiting(meeting, say('pickup.agree'));
  await look(`waiting ${meeting.language}`);
  await restore(meeting, `/${id}/agree`);
  await page.has(agree, false);
}

/** Gives the place, then writes a message; both must be sent in this order. */
async function writeLater(meeting: Meeting, id: string): Promise<void> {
  const { visit, say } = meeting;
  const { page } = visit;
  await page.goto(pickupPath(id));
  await cut(visit);
  await page.press(button(say('pickup.change_place')));
  await page.type(field(say('pickup.place')), 'Sa asul na gate');
  await page.press(button(say('form.save')));
  await seesWaiting(meeting, say('pickup.place'));
  await page.type(field(say('pickup.write')), 'Sarado ang tulay.');
  await page.press(button(say('form.send')));
  await seesWaiting(meeting, say('pickup.messages'));
  await restore(meeting, `/${id}/place`, `/${id}/messages`);
  await page.has({ css: 'article .place', name: 'Sa asul na gate' });
  await page.has({ css: 'li[data-own]', name: /Sarado ang tulay\./ });
}

/** Reports how much was handed over. */
async function reportLater(meeting: Meeting, id: string): Promise<void> {
  const { visit, say } = meeting;
  const { page } = visit;
  await page.goto(`${pickupPath(id)}?outcome=yes`);
  await cut(visit);
  await page.type(field(say('pickup.how_many_kg')), '900');
  await page.press(button(say('form.save')));
  await seesWaiting(meeting, say('pickup.went_well'));
  await restore(meeting, `/${id}/outcome`);
}

async function meet(visit: Visit, language: Language): Promise<void> {
  const { page, signIn, allowErrors, line } = visit;
  allowErrors(NO_CONNECTION);
  const say = textsOf(language);
  const meeting = { visit, language, say, sent: [] };
  const [luz, jun] = [await addPerson('Luz', language), await addPerson('Jun', language)];
  const postId = await list(luz, TITLE);
  await signIn(jun.who);
  const id = await askLater(meeting, postId);
  await signIn(luz.who);
  await agreeLater(meeting, id);
  await writeLater(meeting, id);
  await reportLater(meeting, id);
  await signIn(jun.who);
  await reportLater(meeting, id);
  await page.sees(say('pickup.status', { status: 'done' }));
  await page.sees('900 kg');
  expect(callsOn(line)).toEqual(meeting.sent);
}

inEachEngine((journey) => {
  for (const language of LANGUAGES)
    journey(`each act waits for a connection, and is sent once (${language})`, (visit) =>
      meet(visit, language),
    );
});
