import { expect, test as base } from '#tests/support/browser/own-server-fixtures.ts';
import {
  beginGuide,
  button,
  expectValidHtml,
  makeStaff,
  pageOfMember,
  pressByKeyboard,
  selectImage,
  typeByKeyboard,
} from '#tests/support/browser/publishing-screens.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';

const test = base.extend<{ look: () => Promise<void> }>({
  // axe needs scripts.
  look: async ({ axe, javaScriptEnabled }, use) =>
    use(async () => (javaScriptEnabled ? axe() : undefined)),
});

test.beforeEach(async ({ page, origin, onDatabase, maria }) => {
  await onDatabase((db) => makeStaff(db, maria));
  await page.goto(origin);
  await signIn(page, 'maria', origin);
});

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? 'with scripts' : 'without scripts',
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('by keyboard alone staff write and publish a guide, which guests read @full', async ({
        page,
        origin,
        browser,
        look,
        allowBrowserErrors,
      }) => {
        // axe looks at many screens.
        test.slow();
        // Publishing is rejected until nothing is missing.
        allowBrowserErrors(/status of 400/);
        await page.goto(`${origin}/staff/guides`);
        await expect(page.getByText('No guides yet')).toBeVisible();
        await look();
        await pressByKeyboard(page, button(page, 'New guide'));
        await typeByKeyboard(page, page.getByLabel('Title'), 'Straw for mushrooms');
        await pressByKeyboard(page, button(page, 'Add a heading'));
        await expect(page).toHaveURL(/#part-1$/);
        await typeByKeyboard(page, page.getByLabel('Heading'), 'Fill the bags');
        await pressByKeyboard(page, button(page, 'Add a heading'));
        await expect(page).toHaveURL(/#part-2$/);
        await typeByKeyboard(page, page.getByLabel('Heading').last(), 'Soak it');
        await pressByKeyboard(page, button(page, 'Add a paragraph'));
        await expect(page).toHaveURL(/#part-3$/);
        await typeByKeyboard(page, page.getByLabel('Paragraph'), 'For a night.');
        await pressByKeyboard(page, button(page, 'Move part 2 up'));
        await expect(page).toHaveURL(/#part-1$/);
        await pressByKeyboard(page, button(page, 'Move part 3 up'));
        await expect(page).toHaveURL(/#part-2$/);
        await selectImage(page, 120);
        await pressByKeyboard(page, button(page, 'Use as cover'));
        await expect(page.getByAltText('The cover')).toBeVisible();
        for (const [width, alt, part] of [
          [100, 'A drum of water', 4],
          [140, '', 5],
        ] as const) {
          await selectImage(page, width);
          if (alt) await typeByKeyboard(page, page.getByLabel('What it shows'), alt);
          await pressByKeyboard(page, button(page, 'Add photo'));
          await expect(page).toHaveURL(new RegExp(`#part-${part}$`));
        }
        // Five parts, the group of what can be added, and the confirmation of a deletion.
        await expect(page.getByRole('group')).toHaveCount(7);
        await look();
        await expectValidHtml(page);
        await pressByKeyboard(page, button(page, 'Publish'));
        const missing = 'Please describe the image for people who can’t see it.';
        await expect(page.getByText(missing)).toBeVisible();
        await look();
        await typeByKeyboard(page, page.getByLabel('What the photo shows').last(), 'Full bags');
        await pressByKeyboard(page, button(page, 'Preview'));
        await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
        await look();
        await pressByKeyboard(page, page.getByRole('link', { name: 'Back to the editor' }));
        await pressByKeyboard(page, button(page, 'Publish'));
        await expect(page.getByRole('status')).toHaveText('The guide was published.');
        const path = await page
          .getByRole('link', { name: 'See it on EduHub' })
          .getAttribute('href');

        const guest = await (await browser.newContext()).newPage();
        await guest.goto(`${origin}/eduhub`);
        await guest.getByRole('link', { name: /Straw for mushrooms/ }).click();
        await expect(guest).toHaveURL(origin + path);
        const contents = guest.getByRole('navigation', { name: 'Contents' });
        await expect(contents.getByRole('link')).toHaveText(['Soak it', 'Fill the bags']);
        await contents.getByRole('link', { name: 'Fill the bags' }).click();
        await expect(guest.getByRole('heading', { name: 'Fill the bags' })).toBeInViewport();
        await expect(guest.getByRole('main').getByRole('paragraph')).toContainText([
          'For a night.',
        ]);
        for (const alt of ['A drum of water', 'Full bags'])
          await expect(guest.getByRole('img', { name: alt })).toHaveCount(1);
        await expectValidHtml(guest);
        await page.goto(`${origin}/staff/guides`);
        await expect(page.getByRole('link', { name: /Straw for mushrooms/ })).toContainText(
          'Published',
        );
        await look();
      });

      test('when two editors conflict, both versions are shown, and one is chosen @full', async ({
        page,
        origin,
        browser,
        onDatabase,
        look,
        allowBrowserErrors,
      }) => {
        allowBrowserErrors(/status of 409/);
        await beginGuide(page, origin);
        await page.getByLabel('Title').fill('Straw');
        await button(page, 'Add a paragraph').click();
        await expect(page).toHaveURL(/#part-1$/);
        const names = { first_name: 'Ana', last_name: 'Dizon', role: 'staff' as const };
        const ana = await onDatabase((db) => pageOfMember(browser, origin, db, names));
        await ana.goto(page.url().replace(/#.*/, ''));
        await ana.getByLabel('Paragraph').fill('Soak it for a night.');
        await button(ana, 'Save draft').click();
        await expect(ana.getByRole('status').first()).toHaveText('The draft was saved.');

        await page.getByLabel('Paragraph').fill('Chop it first.');
        await button(page, 'Save draft').click();
        await expect(page.getByRole('heading', { level: 2 })).toHaveText([
          'Your version',
          'The saved version',
        ]);
        await expect(page.getByText(/^Ana Dizon saved it on /)).toBeVisible();
        await expect(page.getByLabel('Paragraph')).toHaveValue('Chop it first.');
        await expect(page.getByRole('article')).toContainText('Soak it for a night.');
        await look();
        await page.getByLabel('Paragraph').fill('Chop it first. Soak it for a night.');
        await button(page, 'Save draft').click();
        await expect(page.getByText('The draft was saved.')).toBeVisible();

        await ana.getByLabel('Paragraph').fill('Soak it for two nights.');
        await button(ana, 'Save draft').click();
        await ana.getByRole('link', { name: 'Continue with this one' }).click();
        await expect(ana.getByLabel('Paragraph')).toHaveValue(
          'Chop it first. Soak it for a night.',
        );
        await ana.reload();
        await expect(ana.getByLabel('Paragraph')).toHaveValue(
          'Chop it first. Soak it for a night.',
        );
      });

      test('a form whose token has expired is shown again, and nothing is lost @full', async ({
        page,
        origin,
        look,
        allowBrowserErrors,
      }) => {
        allowBrowserErrors(/status of 403/);
        await beginGuide(page, origin);
        await page.getByLabel('Title').fill('Straw');
        await page
          .locator('form[data-guide] [name=csrf_token]')
          .evaluate((field: HTMLInputElement) => (field.value = '1.x'));
        await button(page, 'Save draft').click();
        await expect(page.getByRole('alert')).toContainText(
          'Nothing is lost. Please press the button again.',
        );
        await expect(page.getByLabel('Title')).toHaveValue('Straw');
        await look();
        await button(page, 'Save draft').click();
        await expect(page.getByText('The draft was saved.')).toBeVisible();
        await expect(page.getByLabel('Title')).toHaveValue('Straw');
      });
    },
  );

test('a touched part shows its tools, a plus adds before it, and the cover is changed by a tap', async ({
  page,
  origin,
  axe,
}) => {
  const buffer = await redBlueImage(120, 90).png().toBuffer();
  const photo = { name: 'straw.png', mimeType: 'image/png', buffer };
  const status = page.getByRole('status').filter({ hasText: /\.$/ });
  await beginGuide(page, origin);
  await page.getByLabel('Title').fill('Straw');
  for (const [name, part] of [
    ['Add a heading', 1],
    ['Add a paragraph', 2],
  ] as const) {
    await button(page, name).click();
    await expect(page).toHaveURL(new RegExp(`#part-${part}$`));
  }
  await expect(status).toHaveText('Paragraph added. Part 2 of 2.');
  await expect(page.locator('#part-2')).toBeFocused();

  const widthOf = async (part: number, selector: string) =>
    (await page.locator(`#part-${part} ${selector}`).boundingBox())?.width ?? 0;
  await page.getByLabel('Heading').click();
  expect(await widthOf(1, '.tools')).toBeGreaterThan(48);
  expect(await widthOf(2, '.tools')).toBeLessThan(2);
  await page.getByLabel('Heading').fill('Soak it');

  await button(page, 'Add before part 2').click();
  const choosing = page.waitForEvent('filechooser');
  await button(page, 'Photo').click();
  await (await choosing).setFiles(photo);
  await expect(status).toHaveText('Photo added. Part 2 of 3.');
  await expect(page.locator('#part-2')).toBeFocused();
  await expect(page.getByLabel('Heading')).toHaveValue('Soak it');
  for (const text of ['label', 'label + .soft']) expect(await widthOf(2, text)).toBeGreaterThan(48);

  const cover = page.waitForEvent('filechooser');
  await button(page, 'Choose a cover').click();
  await (await cover).setFiles(photo);
  await expect(page.getByAltText('The cover')).toBeVisible();
  await expect(status).toHaveText('New cover.');
  await axe();
  await page.getByLabel('What the photo shows').click();
  await button(page, 'Use as cover: the photo of part 2').click();
  await expect(status).toHaveText('New cover. Part 2 of 3.');

  await page.getByLabel('Heading').click();
  await button(page, 'Move part 1 down').click();
  await expect(status).toHaveText('Moved down. Part 2 of 3.');
  await button(page, 'Remove part 2').click();
  await expect(status).toHaveText('Heading removed. Part 1 of 2.');
  await expect(page.locator('#part-1')).toBeFocused();
  for (const part of ['Photo', 'Paragraph']) {
    await button(page, 'Remove part 1').click();
    await expect(status).toContainText(`${part} removed.`);
  }
  await expect(page.locator('#cover')).toBeFocused();
});
