// A member books a baler for half a day, from search to cancellation, on a phone without scripts, in both languages.
import type { Browser, Page } from '@playwright/test';

import { addDays, mondayOf } from '#lib/contract/days.ts';
import { machinePath, MACHINES_PATH } from '#lib/contract/paths.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const TOWN = '0304911000';
const PLACE = 'Sa hilagang gate';
const PHONE = { javaScriptEnabled: false, viewport: { width: 360, height: 740 } };
const LANGUAGES = [
  { language: 'en', locale: 'en-PH', weeksAhead: 5 },
  { language: 'fil', locale: 'fil-PH', weeksAhead: 6 },
] as const;

async function openPageOf(browser: Browser, who: string, locale: string): Promise<Page> {
  const page = await (await browser.newContext({ ...PHONE, locale })).newPage();
  await signIn(page, who);
  return page;
}

/** @returns a function that returns texts of the catalogue */
const textsOf =
  (language: 'en' | 'fil') =>
  (key: MessageKey, params: object = {}): string =>
    runInLanguage(language, () => (t as (name: MessageKey, given: object) => string)(key, params));

/** The field of a half day in the form of a request. */
const slotOn = (page: Page, day: string) => page.locator(`[name=day][value="${day}.morning"]`);

for (const { language, locale, weeksAhead } of LANGUAGES)
  test.describe(`in ${language}`, language === 'en' ? {} : { tag: '@full' }, () => {
    test.use({ ...PHONE, locale });
    const say = textsOf(language);
    const press = (page: Page, key: MessageKey) =>
      page.getByRole('button', { name: say(key), exact: true }).click();
    const follow = (page: Page, key: MessageKey) =>
      page
        .getByRole('link', { name: say(key) })
        .first()
        .click();
    const select = (page: Page, key: MessageKey) => page.getByRole('combobox', { name: say(key) });
    const expectDone = (page: Page, key: MessageKey) =>
      expect(page.getByRole('status')).toHaveText(say(key));
    const week = addDays(mondayOf(regionDay(Date.now())), 7 * weeksAhead);

    /** Finds the baler, and requests it for a morning, after a request for too much work was rejected. */
    async function ask(page: Page, day: string): Promise<string> {
      await page.goto('/exchange?kind=service');
      await follow(page, 'machine.link');
      await select(page, 'machine.which').selectOption('baler');
      await select(page, 'machine.town').selectOption({ label: 'Guimba' });
      await select(page, 'machine.week').selectOption(week);
      await press(page, 'machine.show');
      await page.getByRole('link', { name: /Round baler/ }).click();
      await slotOn(page, day).check();
      await page.locator('[name=amount]').fill('20');
      await press(page, 'pickup.ask');
      await expect(page.locator('#amount-error')).toContainText('2');
      await expect(slotOn(page, day)).toBeChecked();
      await page.locator('[name=amount]').fill('1.5');
      await press(page, 'pickup.ask');
      await expect(page).toHaveURL(/\/exchange\/pickups\/[\da-f-]{36}$/);
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
      return new URL(page.url()).pathname;
    }

    /** Another member requests the same morning. @returns the path */
    async function askToo(page: Page, machine: string, day: string): Promise<string> {
      await page.goto(machinePath(machine, { week, town: TOWN }));
      await slotOn(page, day).check();
      await page.locator('[name=amount]').fill('1');
      await press(page, 'pickup.ask');
      await expect(page).toHaveURL(/\/exchange\/pickups\/[\da-f-]{36}$/);
      return new URL(page.url()).pathname;
    }

    /** The owner finds the request in their calendar, and agrees. @returns the id of the machine */
    async function agree(owner: Page, path: string): Promise<string> {
      await owner.goto(MACHINES_PATH);
      await owner.locator('main a[href^="/machines/"]', { hasText: 'Round baler' }).last().click();
      await expect(owner).toHaveURL(/\/machines\/[\da-f-]{36}/);
      const { pathname } = new URL(owner.url());
      await owner.goto(`${pathname}?week=${week}`);
      const question = owner.locator(`a[href="${path}"]`);
      await expect(question).toContainText(say('machine.see_request'));
      await question.click();
      await expect(owner.getByText(say('pickup.half_day_agree'))).toBeVisible();
      await press(owner, 'pickup.agree');
      await expectDone(owner, 'pickup.you_agreed');
      // The member who requested it gives the place.
      await expect(owner.getByLabel(say('pickup.place'))).toHaveCount(0);
      return pathname.split('/').at(-1) ?? '';
    }

    /** The member who requested it gives the place, and writes to the owner. */
    async function sayWhere(page: Page): Promise<void> {
      await expect(page.getByText(say('pickup.say_place'), { exact: true })).toBeVisible();
      await page.getByLabel(say('pickup.place')).fill(PLACE);
      await press(page, 'form.save');
      await expectDone(page, 'pickup.place_saved');
      await page.getByLabel(say('pickup.write')).fill('Tuyo na ang bukid.');
      await press(page, 'form.send');
      await expect(page.getByText('Tuyo na ang bukid.')).toBeVisible();
    }

    async function callOff(page: Page, key: 'pickup.call_off' | 'pickup.take_back') {
      await page.locator('summary', { hasText: say(key) }).click();
      await page.getByLabel(say('pickup.why')).fill('Umulan.');
      await press(page, key);
      await expectDone(page, 'pickup.wont_happen');
    }

    async function markAway(owner: Page, machine: string, day: string): Promise<void> {
      await owner.goto(machinePath(machine, { week }));
      const away = owner.locator(`[name=away][value="${day}.morning"]`);
      await away.check();
      await press(owner, 'machine.away_save');
      await expectDone(owner, 'machine.away_saved');
      await expect(away).toBeChecked();
      await away.uncheck();
      await press(owner, 'machine.away_save');
      await expect(away).not.toBeChecked();
    }

    test('half a day of a baler is agreed, called off, and free again for the member who waits @full', async ({
      page,
      browser,
      allowBrowserErrors,
    }, { project }) => {
      allowBrowserErrors(/status of 400/);
      // Phone and desktop may share a server.
      const day = addDays(week, project.name === 'phone' ? 0 : 1);
      await signIn(page, 'jun');
      const path = await ask(page, day);
      const owner = await openPageOf(browser, 'boyet', locale);
      const machine = await agree(owner, path);
      await expect(owner).toHaveURL(`${path}?done=agree`);
      const other = await openPageOf(browser, 'nena', locale);
      const waiting = await askToo(other, machine, day);
      await expect(other.getByText(say('pickup.half_day_taken'))).toBeVisible();

      await page.reload();
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(1);
      await sayWhere(page);
      await owner.reload();
      await expect(owner.getByRole('article').getByText(PLACE)).toBeVisible();
      await expect(owner.getByText('Tuyo na ang bukid.')).toBeVisible();
      const file = await page.request.get(`${path}.ics`);
      expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      const event = await file.text();
      expect(event).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`);
      expect(event).toContain(PLACE);

      await page.goto('/exchange/pickups');
      await page.locator(`a[href="${path}"]`).click();
      await callOff(page, 'pickup.call_off');
      await other.reload();
      await expect(other.getByText(say('pickup.status', { status: 'requested' }))).toBeVisible();
      await expect(other.getByText(say('pickup.half_day_taken'))).toHaveCount(0);
      await owner.goto(waiting);
      await press(owner, 'pickup.agree');
      await expectDone(owner, 'pickup.you_agreed');
      await other.reload();
      await callOff(other, 'pickup.call_off');

      await markAway(owner, machine, day);
      await owner.context().close();
      await other.context().close();
    });

    test('a member withdraws a request for a half day before it is agreed @full', async ({
      page,
      allowBrowserErrors,
    }, { project }) => {
      allowBrowserErrors(/status of 400/);
      await signIn(page, 'jun');
      await ask(page, addDays(week, project.name === 'phone' ? 2 : 3));
      await callOff(page, 'pickup.take_back');
    });
  });

test('the chip “Services” shows machines first, with the day on which they are free next', async ({
  page,
}) => {
  await page.goto('/exchange?kind=service');
  const cards = page.locator('.market li');
  const texts = await cards.allTextContents();
  const isMachine = texts.map((text) => text.includes('Next free: '));
  expect(isMachine.filter(Boolean).length).toBeGreaterThan(1);
  // The others, with their days left, come after them.
  expect(isMachine).toEqual(isMachine.toSorted((a, b) => Number(b) - Number(a)));
  expect(texts.at(-1)).toMatch(/days? left|Last day/i);
  await page.getByRole('link', { name: 'Machine, town and week' }).click();
  await expect(page).toHaveURL('/machines');
  await expect(cards.first()).toContainText('Next free: ');
});

test('a machine’s calendar says when it is free next, and begins with today', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/machines');
  await page.getByRole('link', { name: /Round baler/ }).click();
  await expect(page).toHaveURL(/\/machines\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: /Round baler/ })).toBeVisible();
  await expect(page.getByText(/^Next free: /)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Over' })).toHaveCount(0);
  const today = regionDay(Date.now());
  const days = await page
    .locator('[name=day]')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value.slice(0, 10)));
  expect(days.every((day) => day >= today)).toBe(true);
  expect(new Set(days).size).toBeGreaterThan(0);
});

test('a week of the weeks ahead leads to the machines that are free then', async ({ page }) => {
  await page.goto('/season?town=0304911000');
  const link = page.getByRole('link', { name: /^Machines that are free, / }).first();
  await link.click();
  await expect(page).toHaveURL(/\/machines\?town=0304911000&week=\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('link', { name: /Round baler/ })).toBeVisible();
});
