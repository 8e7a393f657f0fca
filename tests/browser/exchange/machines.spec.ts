// A baler is found, booked for half a day and called off, on a phone without a script, in both languages.
import type { Browser, Page } from '@playwright/test';

import { addDays, mondayOf } from '#lib/contract/days.ts';
import { MACHINES_PATH } from '#lib/contract/paths.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';
import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

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

/** @returns what finds texts of the catalogue that show nothing */
const textsOf =
  (language: 'en' | 'fil') =>
  (key: MessageKey): string =>
    runInLanguage(language, () => (t as (name: MessageKey) => string)(key));

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
    const week = addDays(mondayOf(regionDay(Date.now())), 7 * weeksAhead);

    test('a baler is found, booked for half a day, and called off @full', async ({
      page,
      browser,
      allowBrowserErrors,
    }) => {
      allowBrowserErrors(/status of 400/);
      await signIn(page, 'jun');
      await page.goto('/exchange');
      await follow(page, 'machine.link');
      await select(page, 'machine.which').selectOption('baler');
      await select(page, 'machine.town').selectOption({ label: 'Guimba' });
      await select(page, 'machine.week').selectOption(week);
      await press(page, 'machine.show');
      await page.getByRole('link', { name: /^Round baler/ }).click();
      const morning = page.locator(`[name=day][value="${week}.morning"]`);
      await morning.check();
      await page.locator('[name=amount]').fill('20');
      await press(page, 'machine.ask');
      await expect(page.locator('#amount-error')).toContainText('2');
      await expect(morning).toBeChecked();
      await page.locator('[name=amount]').fill('1.5');
      await press(page, 'machine.ask');
      await expect(page).toHaveURL(/\/machines\/bookings\//);
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(0);
      const booking = new URL(page.url()).pathname;

      const owner = await openPageOf(browser, 'boyet', locale);
      await owner.goto(MACHINES_PATH);
      await owner.locator('main a[href^="/machines/"]', { hasText: 'Round baler' }).last().click();
      await expect(owner).toHaveURL(/\/machines\/[\da-f-]{36}/);
      await owner.goto(`${new URL(owner.url()).pathname}?week=${week}`);
      const machine = owner.url();
      await follow(owner, 'machine.see_request');
      await expect(owner).toHaveURL(new RegExp(`${booking}$`));
      await press(owner, 'booking.agree');
      await expect(owner.getByRole('status')).toHaveText(say('booking.done_agree'));

      await page.reload();
      await expect(page.locator('a[href^="tel:"]')).toHaveCount(1);
      const file = await page.request.get(`${booking}.ics`);
      expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      expect(await file.text()).toContain(`DTSTART;VALUE=DATE:${week.replaceAll('-', '')}`);
      await page.goto('/exchange/pickups');
      await page.locator(`a[href="${booking}"]`).click();
      await page.locator('summary', { hasText: say('booking.call_off') }).click();
      await page.getByLabel(say('booking.why')).fill('Umulan.');
      await press(page, 'booking.call_off');
      await expect(page.getByRole('status')).toHaveText(say('booking.done_call_off'));

      await owner.goto(machine);
      const away = owner.locator(`[name=away][value="${week}.morning"]`);
      await away.check();
      await press(owner, 'machine.away_save');
      await expect(owner.getByRole('status')).toHaveText(say('machine.away_saved'));
      await expect(away).toBeChecked();
      await away.uncheck();
      await press(owner, 'machine.away_save');
      await expect(away).not.toBeChecked();
      await owner.context().close();
    });
  });

test('a week of the weeks ahead leads to the machines that are free in it', async ({ page }) => {
  await page.goto('/season?town=0304911000');
  const link = page.getByRole('link', { name: /^Machines that are free, / }).first();
  await link.click();
  await expect(page).toHaveURL(/\/machines\?town=0304911000&week=\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('link', { name: /^Round baler/ })).toBeVisible();
});
