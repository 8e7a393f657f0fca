// Appointments from the members' view: shared trucks, weekly pickups, for a neighbor, and all in Filipino.
import { listingPath, personPath, pickupPath, PICKUPS_PATH } from '#lib/contract/paths.ts';

import { inEachEngine, type Visit } from './journeys.ts';
import { button, field, link, type Page, type Target } from './page.ts';
import { addPerson, dayIn, list, lookAfter, openTruck, request } from './stage.ts';
import { isAllIn, type Language, LANGUAGES, type Say, textsOf } from './words.ts';

const truck: Target = { css: 'section#share' };

/** Opens a folded form, and presses its button of the same name. */
async function pressTwice(page: Page, name: string): Promise<void> {
  await page.press({ css: 'summary', name });
  await page.press({ css: 'button', name });
}

/** Joins the truck on the way of the page's pickup. */
async function joinTruck(page: Page, say: Say): Promise<void> {
  await page.press({ css: 'summary', name: say('trip.share') });
  await page.press({ css: 'summary', name: new RegExp(`^${say('trip.join')}`) });
  await page.type(field(say('trip.how_many', { unit: 'sack' })), '3');
  await page.press({ css: 'button', name: say('trip.join') });
  await page.sees(say('trip.done_joined'));
}

/** Cancels the appointment of the page. */
async function callOff(page: Page, say: Say): Promise<void> {
  await page.press({ css: 'summary', name: say('pickup.call_off') });
  await page.type(field(say('pickup.why')), 'Baha.');
  await page.press({ css: 'button', name: say('pickup.call_off') });
  await page.sees(say('pickup.wont_happen'));
}

/** Submits the request on the page. @returns the path of the pickup */
async function pressAsk(page: Page, say: Say): Promise<string> {
  await page.press(button(say('pickup.ask')));
  await page.sees(say('pickup.status', { status: 'requested' }));
  return page.run(() => location.pathname);
}

/** A member joins a truck, leaves it, joins again, and loses it when the driver stops sharing. */
async function shareTruck({ page, signIn, look }: Visit, language: Language): Promise<void> {
  const say = textsOf(language);
  const { driver, driven, member, loadPath } = await openTruck('Dayami ng trak', language);
  await signIn(member.who);
  await page.goto(loadPath);
  await joinTruck(page, say);
  await isAllIn(page, language);
  await page.has({ css: '#share a', name: driver.name });
  await page.has({ css: `#share a[href="tel:${driver.phone}"]` });
  await look(`on the truck ${language}`);
  await pressTwice(page, say('trip.leave'));
  await page.sees(say('trip.done_left'));
  await page.has(truck, false);
  await isAllIn(page, language);
  await joinTruck(page, say);
  await signIn(driver.who);
  await page.goto(pickupPath(driven));
  await page.has({ css: '#share li a', name: member.name });
  await pressTwice(page, say('trip.call_off'));
  await page.sees(say('trip.done_off'));
  await isAllIn(page, language);
  await signIn(member.who);
  await page.goto(loadPath);
  await page.sees(say('pickup.status', { status: 'agreed' }));
  await page.has(truck, false);
  await page.goto('/notifications');
  await page.sees(say('notification.trip_off'));
}

/** The days of the rounds after the next one. */
const later: Target = { css: 'article .more a' };

/** Opens the list of later rounds, and expects a number of them. */
async function seesLater(page: Page, count: number): Promise<void> {
  await page.goto(PICKUPS_PATH);
  await page.waitFor(
    (css, wanted) => document.querySelectorAll(css).length === wanted,
    later.css,
    count,
  );
}

/** A member reserves straw for every week, skips one of four rounds, and the owner ends it. */
async function takeEachWeek({ page, signIn, look }: Visit): Promise<void> {
  const say = textsOf('en');
  const [luz, jun] = [await addPerson('Luz'), await addPerson('Jun')];
  const repeat = { repeat_weeks: 1, repeat_from: dayIn(2), until: dayIn(60) } as const;
  const postId = await list(luz, 'Dayami linggo-linggo', { ...repeat, amount: 8, amount_left: 8 });
  await signIn(jun.who);
  await page.goto(listingPath(postId));
  await page.type({ css: '[name=amount]' }, '2');
  await page.press({ css: 'label', name: say('pickup.standing') });
  const pickup = await pressAsk(page, say);
  await signIn(luz.who);
  await page.goto(pickup);
  await page.press(button(say('pickup.agree')));
  await page.sees(say('pickup.you_agreed'));
  await signIn(jun.who);
  await seesLater(page, 3);
  await page.follow(later);
  await page.press(button(new RegExp(`^${say('pickup.skip_day', { day: '' })}`)));
  await page.sees(say('pickup.skipped'));
  await seesLater(page, 2);
  await look('each week');
  await signIn(luz.who);
  await page.goto(pickup);
  await page.press(button(say('pickup.stop_all')));
  await page.sees(say('pickup.stopped'));
  await signIn(jun.who);
  await page.goto(PICKUPS_PATH);
  await page.sees(say('pickup.none'));
}

/** A steward agrees for a neighbor, and the member who requested it sees the neighbor's number. */
async function agreeForNeighbour({ page, signIn, look }: Visit): Promise<void> {
  const say = textsOf('en');
  const [mark, lito] = [await addPerson('Mark'), await addPerson('Lito')];
  await lookAfter(mark, lito);
  const rosa = await addPerson('Rosa');
  const id = await request(rosa, await list(lito, 'Dayami ni Lito'));
  await signIn(mark.who);
  await page.goto(personPath(lito.id));
  await page.follow({ css: '.request a' });
  await page.sees(say('steward.acting', { name: lito.name }));
  await page.press(button(say('pickup.agree')));
  await page.sees(say('pickup.you_agreed'));
  await page.type(field(say('pickup.place')), 'Sa likod ng kapilya');
  await page.press(button(say('form.save')));
  await page.sees(say('pickup.place_saved'));
  await look('for a neighbour');
  await signIn(rosa.who);
  await page.goto(pickupPath(id));
  await page.has(link(lito.name));
  await page.has({ css: `article a[href="tel:${lito.phone}"]` });
  await page.sees('Sa likod ng kapilya');
  await signIn(lito.who);
  await page.goto(pickupPath(id));
  await page.has({ css: `article a[href="tel:${rosa.phone}"]` });
  await page.goto('/notifications');
  await page.sees(mark.name);
}

inEachEngine((journey) => {
  for (const language of LANGUAGES)
    journey(`a load joins a truck, leaves it, and loses it (${language})`, (visit) =>
      shareTruck(visit, language),
    );

  journey('weekly straw is agreed, skipped once, and stopped for good', takeEachWeek);

  journey('a steward agrees for a neighbour', agreeForNeighbour);

  journey('a load loses its truck when the driver cancels their own pickup', async (visit) => {
    const { page, signIn } = visit;
    const say = textsOf('en');
    const { driver, driven, member, loadPath } = await openTruck('Straw of a truck', 'en');
    await signIn(member.who);
    await page.goto(loadPath);
    await joinTruck(page, say);
    await signIn(driver.who);
    await page.goto(pickupPath(driven));
    await callOff(page, say);
    await signIn(member.who);
    await page.goto(loadPath);
    await page.sees(say('pickup.status', { status: 'agreed' }));
    await page.has(truck, false);
    await page.goto('/notifications');
    await page.sees(say('notification.trip_off'));
  });

  journey('straw is requested, agreed and cancelled in Filipino', async ({ page, signIn }) => {
    const say = textsOf('fil');
    const [luz, jun] = [await addPerson('Luz', 'fil'), await addPerson('Jun', 'fil')];
    const postId = await list(luz, 'Dayami sa kanal');
    await signIn(jun.who);
    await page.goto(listingPath(postId));
    await isAllIn(page, 'fil');
    const pickup = await pressAsk(page, say);
    await isAllIn(page, 'fil');
    await signIn(luz.who);
    await page.goto(PICKUPS_PATH);
    await isAllIn(page, 'fil');
    await page.press(button(`${say('pickup.agree')}: Dayami sa kanal`));
    await page.sees(say('pickup.you_agreed'));
    await isAllIn(page, 'fil');
    await signIn(jun.who);
    await page.goto(pickup);
    await page.has({ css: `article a[href="tel:${luz.phone}"]` });
    await callOff(page, say);
    await isAllIn(page, 'fil');
    await signIn(luz.who);
    await page.goto(pickup);
    await page.sees('Baha.');
    await page.sees(say('pickup.status', { status: 'called_off' }));
    await isAllIn(page, 'fil');
  });
});
