// The dialog of a new post, for each thing that a member has (docs/product.md, "Posts").
import type { Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { chooseAll, openFold } from '#tests/support/browser/exchange-screens.ts';
import { png, submitButton } from '#tests/support/browser/post-dialog.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

// The most taps and fields that a listing with a photo may cost, from Explore to publishing.
const [MAX_TAPS, MAX_FIELDS] = [6, 1];
// A longer text may need one more line.
const NEARLY_PX = 30;

/** Counts taps and fields like a member with one thumb. */
function thumb() {
  const count = { taps: 0, fields: 0 };
  return {
    count,
    tap: async (what: Locator) => {
      count.taps += 1;
      await what.tap();
    },
    /** Types into the field that has the focus. */
    type: async (page: Page, text: string) => {
      count.fields += 1;
      await page.keyboard.type(text);
    },
  };
}

const AMOUNT_OR_ALL = 'Enter how much, or press “I don’t know”, to post.';

const have = (dialog: Locator) => dialog.getByText('I have something');

async function openDialog(page: Page, who: string): Promise<Locator> {
  await signIn(page, who);
  await page.goto('/forums/explore');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  return page.getByRole('dialog', { name: 'Create post' });
}

test('straw with a photo is listed in six taps and one field', async ({ page, axe, isMobile }) => {
  test.skip(!isMobile, 'it is about fingers');
  await signIn(page, 'maria');
  await page.goto('/forums/explore');
  const { count, tap, type } = thumb();
  const dialog = page.getByRole('dialog', { name: 'Create post' });
  await tap(page.getByRole('button', { name: 'Post', exact: true }));
  await tap(have(dialog));
  const picker = page.waitForEvent('filechooser');
  await tap(dialog.getByRole('button', { name: 'Take a photo' }));
  const chooser = await picker;
  expect(await chooser.element().getAttribute('capture')).not.toBeNull();
  await chooser.setFiles([png('straw.png')]);
  await expect(dialog.getByText('1 / 5 Attachments')).toBeVisible();
  await expect(submitButton(dialog)).toHaveAccessibleDescription('Choose a material to post.');
  await tap(dialog.getByRole('button', { name: 'Rice straw', exact: true }));
  await expect(submitButton(dialog)).toHaveAccessibleDescription(AMOUNT_OR_ALL);
  await expect(dialog.getByRole('button', { name: 'Free', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(dialog.getByLabel('Town')).not.toHaveValue('');
  await tap(dialog.getByLabel('How much'));
  await type(page, '90');
  await expect(dialog.getByText('90 bundles of about 3 kg: about 270 kg')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('90 bundles of rice straw');
  await expect(dialog.getByRole('figure')).toContainText('90 bundles of rice straw');
  await expect(submitButton(dialog)).toHaveAccessibleDescription('Ready to post.');
  await axe();
  await tap(submitButton(dialog));
  const share = page.getByRole('dialog', { name: 'Share post' });
  await expect(share).toBeVisible();
  await expect(page.getByText('Post Uploaded Successfully.')).toBeVisible();
  expect(count.taps).toBeLessThanOrEqual(MAX_TAPS);
  expect(count.fields).toBeLessThanOrEqual(MAX_FIELDS);
  await expect(share.getByRole('heading', { name: 'Will you have this again?' })).toBeVisible();
  // The sheet confirms the post, so there is no toast behind it.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await page.goto(new URL(await share.getByLabel('Public link').inputValue()).pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('90 bundles of rice straw');
});

test('a material is found by any name, and the line beside Post names what is missing', async ({
  page,
  axe,
}) => {
  const dialog = await openDialog(page, 'luz');
  const note = (text: string) => expect(submitButton(dialog)).toHaveAccessibleDescription(text);
  await have(dialog).click();
  await note('Choose a material to post.');
  await expect(submitButton(dialog)).toBeDisabled();
  await dialog.getByLabel('Material').fill('gilik');
  await expect(dialog.getByRole('list', { name: 'Found' })).toHaveCount(0);
  await dialog.getByLabel('Material').fill('day');
  await dialog.getByRole('button', { name: 'Rice straw dayami' }).click();
  await expect(dialog.getByLabel('Material')).toHaveValue('Rice straw');
  // With the keyboard alone.
  await dialog.getByLabel('Material').fill('ipa ng p');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Material')).toHaveValue('Rice hull');
  await dialog.getByLabel('How much').fill('two');
  await note('Check the amount to post.');
  await dialog.getByLabel('How much').fill('1,000');
  await openFold(dialog);
  await dialog.getByLabel('Town').selectOption('');
  await dialog.getByLabel('Town').selectOption({ label: 'San Antonio, Zambales' });
  await dialog.getByRole('button', { name: 'A price' }).click();
  await note('Enter the price to post.');
  await dialog.getByLabel('Pesos for one sack').fill('0');
  await note('Check the price to post.');
  await dialog.getByLabel('Pesos for one sack').fill('35');
  await note('Ready to post.');
  await dialog.getByRole('button', { name: '3 days' }).click();
  await dialog.getByRole('button', { name: 'Other' }).click();
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await note('Check the last day to post.');
  await axe();
});

test('Post is enabled by the words alone, and marks the first field of the listing that is missing', async ({
  page,
  axe,
}) => {
  const dialog = await openDialog(page, 'maria');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/forum/posts')) sent.push('post');
  });
  await have(dialog).click();
  await dialog.getByRole('button', { name: 'Rice straw', exact: true }).click();
  const amount = dialog.getByLabel('How much');
  await expect(dialog.getByLabel('Unit', { exact: true })).toHaveValue('bundle');
  await submitButton(dialog).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(AMOUNT_OR_ALL);
  await axe();
  await chooseAll(dialog);
  await expect(amount).not.toHaveAttribute('aria-invalid');
  await expect(submitButton(dialog)).toHaveAccessibleDescription('Ready to post.');
  // A press again takes the choice back, as does an amount.
  await chooseAll(dialog);
  await expect(submitButton(dialog)).toHaveAccessibleDescription(AMOUNT_OR_ALL);
  await amount.fill('20');
  await dialog.getByRole('button', { name: 'Free', exact: true }).click();
  await submitButton(dialog).click();
  await expect(dialog.getByRole('button', { name: 'Free', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'For trade' }).click();
  await openFold(dialog);
  await dialog.getByRole('button', { name: 'Other' }).click();
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await dialog.getByText('Town, last day and more').click();
  await submitButton(dialog).click();
  await expect(dialog.getByLabel('Last day')).toBeFocused();
  expect(sent).toEqual([]);
});

test('who does work says so at once, needs no amount, and has no terms at first @full', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'maria');
  await dialog.getByText('I do work for others').click();
  await dialog.getByRole('button', { name: 'Rice straw', exact: true }).click();
  await expect(submitButton(dialog)).toHaveAccessibleDescription('Ready to post.');
  await expect(dialog.getByRole('button', { name: 'Free', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(dialog.getByRole('figure')).toContainText('Service for rice straw');
});

// The most of the dialog with straw chosen, on a phone (docs/product.md, "Posts").
const MAX_HEIGHT_PX = 1110;

for (const language of ['en', 'fil'])
  test(`the dialog of straw is short, in ${language}`, async ({ page, isMobile }) => {
    test.skip(!isMobile, 'it is about phones');
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(page, 'maria');
    await page.goto(`/forums/explore?lang=${language}`);
    await page.locator('[data-open-post]:visible').first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.locator('[data-purposes] label').first().click();
    await dialog.getByRole('button', { name: /^(Rice straw|Dayami)$/ }).click();
    const unit = dialog.locator('select[aria-label]').first();
    await expect(unit).toHaveValue('bundle');
    expect(await dialog.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThanOrEqual(
      MAX_HEIGHT_PX,
    );
  });

test('typed text stays in the draft, also when another purpose is chosen @full', async ({
  page,
}) => {
  const dialog = await openDialog(page, 'luz');
  await have(dialog).click();
  await dialog.getByLabel('Material').fill('ipa');
  await dialog.getByLabel('How much').fill('20');
  await expect(dialog.getByLabel('Description')).toHaveValue(
    /^I have 20 sacks of rice hull to give away in /,
  );
  await dialog.getByText('Title and description').click();
  await dialog.getByLabel('Title').fill('Hull by the mill');
  await dialog.getByText('I need something or a service').click();
  await expect(dialog.getByLabel('Description')).toHaveValue(/^I need 20 sacks of rice hull/);
  await dialog.getByText('I want to ask or tell').click();
  await expect(dialog.getByLabel('Material')).toHaveCount(0);
  await expect(dialog.getByLabel('Title')).toHaveValue('Hull by the mill');
  await expect(submitButton(dialog)).toHaveAccessibleDescription('Ready to post.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByLabel('Material')).toHaveCount(0);
  await have(dialog).click();
  await expect(dialog.getByLabel('Material')).toHaveValue('Rice hull');
  await expect(dialog.getByLabel('How much')).toHaveValue('20');
  await expect(dialog.getByLabel('Title')).toHaveValue('Hull by the mill');
});

test('a title that describes a listing is listed on the exchange with one press @full', async ({
  page,
  axe,
}) => {
  const dialog = await openDialog(page, 'luz');
  await dialog.getByLabel('Title').fill('How do 120 bundles of rice straw burn?');
  await dialog.getByLabel('Title').fill('120 bundles of rice straw, dry');
  const offer = dialog.getByRole('button', { name: /^Put it on the exchange\?/ });
  await expect(offer).toContainText('120 bundles, Rice straw');
  await axe();
  await offer.click();
  await expect(dialog.getByLabel('Material')).toHaveValue('Rice straw');
  await expect(dialog.getByLabel('How much')).toHaveValue('120');
  await expect(dialog.getByLabel('Unit')).toHaveValue('bundle');
  await expect(dialog.getByLabel('Title')).toHaveValue('120 bundles of rice straw, dry');
  await expect(dialog.getByLabel('Description')).toHaveValue(/^I have 120 bundles/);
  await expect(offer).toHaveCount(0);
});

for (const width of [360, 1280])
  test(`the text of a post does not move when the fields of a listing load late, at ${width} @full`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    const dialog = await openDialog(page, 'maria');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/ListingFields\./, async (route) => {
      await isReleased;
      await route.continue();
    });
    await have(dialog).click();
    await expect(dialog.getByText('One moment…')).toBeVisible();
    const words = dialog.getByText('Title and description');
    const topOf = () => words.evaluate((field) => field.getBoundingClientRect().top);
    const before = await topOf();
    release();
    await expect(dialog.getByLabel('How much')).toBeVisible();
    expect(Math.abs((await topOf()) - before)).toBeLessThan(NEARLY_PX);
  });
