// Only the final state is sent by SMS when acts are reversed before: half days, trucks and stewards.
import { expect, test } from 'vitest';

import {
  book,
  bookAgreed,
  nextMonday,
  openMachineStage,
  setAway,
} from '#tests/support/nouns/machines.ts';
import { withPhone } from '#tests/support/nouns/pickups.ts';
import { openAtNoon, prove } from '#tests/support/nouns/sms-stage.ts';
import { MEMBERS, signedInStaff } from '#tests/support/nouns/staff.ts';
import { STEWARDSHIPS } from '#tests/support/nouns/stewards.ts';
import { goFrom, join, offer, openTripStage } from '#tests/support/nouns/trips.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import type { Site } from '#tests/support/site/site.ts';

const REASON = { reason: 'Rain' };

/** A browser of a member with a verified number. */
async function proved(site: Site) {
  const browser = await withPhone(site);
  await prove(site, browser);
  return browser;
}

test('withdrawing a booking sends an SMS only if it was agreed', async () => {
  const { site, textsTo } = await openAtNoon();
  const stage = await openMachineStage(site);
  await prove(site, stage.owner);
  const ana = await proved(site);
  const requested = await book(stage, ana);
  expect(await textsTo(stage.owner)).toHaveLength(1);
  requireOk(await ana.post(`${requested}/call-off`, REASON));
  expect(await textsTo(stage.owner)).toHaveLength(1);
  const agreed = await bookAgreed(stage, ana, { half: 'afternoon' });
  requireOk(await ana.post(`${agreed}/call-off`, REASON));
  expect((await textsTo(stage.owner)).slice(1)).toEqual([
    expect.stringMatching(/ called off the baler/),
  ]);
});

test('an SMS about a half day that was marked away, and is free again, says that it is free', async () => {
  const { site, textsTo } = await openAtNoon();
  const stage = await openMachineStage(site);
  const ana = await proved(site);
  await book(stage, ana);
  await setAway(stage, [{ day: nextMonday(site), half: 'morning' }]);
  await setAway(stage, []);
  expect(await textsTo(ana)).toEqual([expect.stringMatching(/^Free again: /)]);
});

test('a driver gets no SMS about a member who leaves the truck before the SMS is sent', async () => {
  const { site, textsTo } = await openAtNoon();
  const stage = await openTripStage(site);
  const driver = await goFrom(stage);
  await prove(site, driver.browser);
  const trip = await offer(driver);
  const [first, second] = [await goFrom(stage), await goFrom(stage)];
  await textsTo(driver.browser);
  const before = (await textsTo(driver.browser)).length;
  requireOk(await join(first, trip));
  requireOk(await first.browser.post(`${first.path}/leave`));
  const texts = (await textsTo(driver.browser)).slice(before);
  expect(texts.filter((text) => text.includes('joined'))).toEqual([]);
  requireOk(await join(second, trip));
  expect((await textsTo(driver.browser)).at(-1)).toMatch(/ joined your truck/);
});

test('a former steward gets no SMS', async () => {
  const { site, textsTo } = await openAtNoon();
  const [mark, lito] = [await proved(site), await proved(site)];
  const staff = await signedInStaff(site);
  const given = { steward: mark.member.id, consent: 'paper', consent_note: '' };
  requireOk(await staff.change('PUT', `${MEMBERS}/${lito.member.id}/steward`, given));
  requireOk(await lito.change('DELETE', `${STEWARDSHIPS}/own`));
  const texts = [...(await textsTo(lito)), ...(await textsTo(mark))];
  expect(texts.filter((text) => text.includes('after your account now'))).toEqual([]);
});
