// The journeys of the exchange, of joining and of a forgotten password, with the texts of the catalogue.
import type { Browser, Locator, Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import { materialName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { type MessageKey, runInLanguage, t } from '#lib/messages/t.ts';
import { regionDay } from '#lib/site.ts';
import { publishDocuments, waitForLink } from '#tests/support/browser/join-screens.ts';
import { waitForCode } from '#tests/support/browser/mail-folder.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';

const LOCALE = 'fil-PH';
test.use({ locale: LOCALE, settings: { REGISTRATION: 'open' } });

/** @returns a text of the catalogue without parameters */
const say = (key: MessageKey): string =>
  runInLanguage('fil', () => (t as (name: MessageKey) => string)(key));

const button = (page: Page, key: MessageKey) =>
  page.getByRole('main').getByRole('button', { name: say(key), exact: true });
const field = (page: Page, key: MessageKey) => page.getByLabel(say(key), { exact: true });
const heading = (page: Page, key: MessageKey) => page.getByRole('heading', { name: say(key) });

/** Lists rice straw in the post dialog. @param truckloads the number for every week; all that there is without it */
async function list(page: Page, origin: string, title: string, truckloads = ''): Promise<void> {
  await page.goto(`${origin}/forums/explore`);
  await page.getByRole('button', { name: say('shell.post'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=title]').fill(title);
  await dialog.locator('[name=description]').fill('Sa likod ng asul na gate.');
  await dialog.locator('label:has([type=radio])').first().click();
  const material = runInLanguage('fil', () => materialName('rice-straw'));
  await dialog.getByRole('button', { name: material, exact: true }).click();
  await dialog.locator('select:has(optgroup)').selectOption({ label: 'Guimba' });
  if (truckloads) {
    await dialog.getByLabel(say('compose.how_much')).fill(truckloads);
    await dialog.getByLabel(say('compose.unit'), { exact: true }).selectOption('truckload');
  } else {
    const all = runInLanguage('fil', () => t('compose.all', { kind: 'offer' }));
    await dialog.getByRole('button', { name: all }).click();
  }
  await dialog.locator('[type=submit]').last().click();
  // The post is below the dialog that offers to share it.
  await expect(page.locator('article', { hasText: title })).toBeVisible();
  if (truckloads) await repeatWeekly(dialog);
}

/** Lets the listing that was just posted repeat every week. */
async function repeatWeekly(dialog: Locator): Promise<void> {
  const weekly = runInLanguage('fil', () => t('compose.repeat_weeks', { weeks: '1' }));
  await dialog.getByRole('button', { name: say('next.no'), exact: true }).click();
  await dialog.getByRole('button', { name: weekly }).click();
  await expect(dialog.getByText(say('next.repeats'))).toBeVisible();
}

/** Finds a listing by its Filipino name, and requests it. */
async function request(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/exchange`);
  const search = page.getByRole('main').locator('[name=search]').first();
  await search.fill('dayami');
  await search.press('Enter');
  await page.getByRole('link', { name: title }).click();
  await field(page, 'pickup.which_day').fill(regionDay(Date.now()));
  await field(page, 'pickup.note_to_owner').fill('Dalawa kami.');
  await button(page, 'pickup.ask').click();
  await expect(page).toHaveURL(/\/exchange\/pickups\//);
}

async function finish(page: Page): Promise<void> {
  await page.getByRole('link', { name: say('dialog.yes'), exact: true }).click();
  await field(page, 'pickup.how_many_kg').fill('900');
  await button(page, 'form.save').click();
  await expect(heading(page, 'pickup.went_well')).toHaveCount(0);
}

async function openBrowserOf(browser: Browser, who: string, origin: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: origin, locale: LOCALE })).newPage();
  await signIn(page, who, origin);
  return page;
}

test('straw is listed, found, requested, agreed on and fetched @full', async ({
  page,
  browser,
  origin,
  onDatabase,
}) => {
  const given = { first_name: 'Jun', email: 'jun@glean.example', password_hash: 'none' };
  await onDatabase(async (db) => {
    await addMember(db, { ...given, contact_phone: '09171234567' });
    await db.updateTable('members').set({ contact_phone: '09181234567' }).execute();
  });
  const title = 'Dayami sa tabi ng kanal';
  await page.goto(`${origin}/about`);
  await signIn(page, 'maria', origin);
  await list(page, origin, title);
  const jun = await openBrowserOf(browser, 'jun', origin);
  await request(jun, origin, title);

  await page.goto(`${origin}/exchange/pickups`);
  await expect(heading(page, 'pickup.list')).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  await button(page, 'pickup.agree').click();
  await expect(button(page, 'pickup.agree')).toHaveCount(0);
  await field(page, 'pickup.place').fill('Sa asul na gate');
  await button(page, 'form.save').click();
  await expect(page.getByText(say('pickup.place_saved'))).toBeVisible();
  await jun.reload();
  await expect(jun.getByText('Sa asul na gate')).toBeVisible();

  await finish(jun);
  await page.reload();
  await finish(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
  await jun.context().close();
});

test('straw for every week is reserved for today and four rounds, one is skipped, and it stops @full', async ({
  page,
  browser,
  origin,
  onDatabase,
}) => {
  const given = { first_name: 'Jun', email: 'jun@glean.example', password_hash: 'none' };
  await onDatabase(async (db) => {
    await addMember(db, { ...given, contact_phone: '09171234567' });
    await db.updateTable('members').set({ contact_phone: '09181234567' }).execute();
  });
  const title = 'Dayami linggo-linggo';
  await signIn(page, 'maria', origin);
  await list(page, origin, title, '4');
  const jun = await openBrowserOf(browser, 'jun', origin);
  await jun.goto(`${origin}/exchange?search=dayami`);
  await jun.getByRole('link', { name: title }).click();
  await jun.locator('[name=amount]').fill('3');
  await field(jun, 'pickup.standing').check();
  await button(jun, 'pickup.ask').click();
  await expect(jun).toHaveURL(/\/exchange\/pickups\//);
  await page.goto(new URL(jun.url()).href);
  await button(page, 'pickup.agree').click();
  await expect(page.locator('form:has([name=action][value=stop])')).toBeVisible();

  // Today’s round has a card, which lists the days of the later ones.
  const pickups = `${origin}/exchange/pickups`;
  await jun.goto(pickups);
  const later = jun.getByRole('article').filter({ hasText: title }).locator('.more a');
  await expect(later).toHaveCount(4);
  await later.first().click();
  await jun.locator('form:has([name=action][value=skip]) button').click();
  await expect(jun.getByText(say('pickup.skipped'))).toBeVisible();
  await jun.goto(pickups);
  await expect(later).toHaveCount(3);
  await jun.getByRole('link', { name: title }).click();
  await jun.locator('form:has([name=action][value=stop]) button').first().click();
  await expect(jun.getByText(say('pickup.stopped_later'))).toBeVisible();
  await expect(jun.locator('html')).toHaveAttribute('lang', 'fil');
  await jun.context().close();
});

test('a guest joins, and continues in Filipino on another device @full', async ({
  page,
  browser,
  instance,
  origin,
  onDatabase,
}) => {
  await onDatabase(publishDocuments);
  await page.goto(`${origin}/join`);
  await field(page, 'join.first_name').fill('Lea');
  await field(page, 'join.last_name').fill('Manalo');
  await field(page, 'auth.email').fill('lea@glean.example');
  await page.locator('label:has([name=role])').first().click();
  await field(page, 'join.town').selectOption({ label: 'Guimba' });
  await field(page, 'join.about').fill('Nagtatanim ako ng palay.');
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await button(page, 'join.title').click();
  await expect(heading(page, 'join.check_email')).toBeVisible();
  await page.goto(origin + (await waitForLink(instance, 'lea@glean.example')));
  await field(page, 'auth.password').fill(NEW_PASSWORD);
  await button(page, 'join.start').click();
  await expect(page).toHaveURL(/\/forums\/explore/);

  const other = await (await browser.newContext({ baseURL: origin, locale: 'en-PH' })).newPage();
  await other.goto('/about');
  await expect(other.locator('html')).toHaveAttribute('lang', 'en');
  await signIn(other, 'lea', origin);
  await other.goto('/about');
  await expect(other.locator('html')).toHaveAttribute('lang', 'fil');
  await other.context().close();
});

test('a forgotten password is replaced @full', async ({ page, instance, origin }) => {
  await page.goto(`${origin}/login`);
  await expect(button(page, 'auth.login')).toBeEnabled();
  await page.getByRole('link', { name: say('auth.forgot') }).click();
  await expect(heading(page, 'auth.find_account')).toBeFocused();
  await field(page, 'auth.email').fill('maria@glean.example');
  await button(page, 'auth.search').click();
  await expect(heading(page, 'auth.code_sent')).toBeVisible();
  await field(page, 'auth.code').fill(await waitForCode(instance));
  await button(page, 'auth.continue').click();
  await expect(heading(page, 'auth.new_password_heading')).toBeFocused();
  await field(page, 'auth.new_password').fill(NEW_PASSWORD);
  await field(page, 'auth.confirm_password').fill(NEW_PASSWORD);
  await button(page, 'form.save').click();
  await expect(heading(page, 'auth.success')).toBeFocused();
  await page.getByRole('link', { name: say('auth.back_to_login') }).click();
  await field(page, 'auth.email').fill('maria@glean.example');
  await field(page, 'auth.password').fill(NEW_PASSWORD);
  await expect(button(page, 'auth.login')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/forums/explore`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil');
});
