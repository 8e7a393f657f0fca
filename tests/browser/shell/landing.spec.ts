import { expect, test } from '#tests/support/browser/browser-fixtures.ts';

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a guest sees at once what is open, and how to get it or join', async ({ page, axe }) => {
      await page.goto('/');
      const main = page.getByRole('main');
      const height = page.viewportSize()?.height ?? 0;
      const offers = main.getByRole('link', {
        name: /^\d+ (and more )?offers open in \d+ towns of Central Luzon$/,
      });
      for (const inFirstScreen of [
        main.getByRole('img', { name: /^A carabao/ }),
        main.getByRole('heading', { level: 1 }),
        offers,
        main.getByText(/^Glean connects farmers/),
        main.getByRole('link', { name: 'Join Glean', exact: true }),
      ]) {
        const box = await inFirstScreen.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height);
      }
      // The app is the last of the page.
      await expect(main.getByRole('button', { name: 'Coming soon' })).toBeDisabled();
      const app = await main.getByRole('link', { name: 'Download Now' }).boundingBox();
      const last = await main.getByRole('heading').last().boundingBox();
      expect(app?.y).toBeGreaterThan(last?.y ?? Infinity);
      const open = page.getByRole('region', { name: 'Open right now' });
      await expect(open.getByRole('listitem')).toHaveCount(3);
      const handedOver = page.getByRole('region', { name: 'Handed over so far' });
      await expect(handedOver.getByRole('listitem')).toHaveText([
        /^[\d,]+ kg handed over to be used$/,
        /^\d+ pickups at least, in \d+ towns?$/,
      ]);
      if (javaScriptEnabled) await axe();
      await open.getByRole('listitem').first().getByRole('link').click();
      await expect(page).toHaveURL(/\/exchange\/[\w-]{36}$/);
      await page.goBack();
      await page.getByRole('link', { name: 'Corn cobs' }).click();
      await expect(page).toHaveURL('/exchange?material=corn-cobs');
      await page.goto('/');
      await page.getByRole('link', { name: 'Join Glean Community' }).click();
      await expect(page).toHaveURL('/join');
    });
  });

test('Explore explains the site to guests, before the posts or beside them', async ({
  page,
  axe,
}) => {
  await page.goto('/forums/explore');
  const heading = page.getByRole('heading', { name: 'New here?' }).filter({ visible: true });
  await expect(heading).toHaveCount(1);
  const box = await heading.boundingBox();
  expect(box?.y).toBeLessThan(page.viewportSize()?.height ?? 0);
  const join = page.getByRole('link', { name: 'Join Glean', exact: true });
  await expect(join.filter({ visible: true })).toHaveCount(1);
  await axe();
});

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  for (const language of ['en', 'fil'])
    test(`what Glean is, the number and the button stand apart in the first screen: ${width}, ${language} @full`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(`/?lang=${language}`);
      await page.evaluate(() => document.fonts.ready);
      const boxOf = async (selector: string) => {
        const box = await page.locator(`.hero ${selector}`).first().boundingBox();
        return { top: box?.y ?? NaN, end: (box?.y ?? NaN) + (box?.height ?? NaN), ...box };
      };
      const boxes = {
        title: await boxOf('h1'),
        say: await boxOf('.say'),
        number: await boxOf('.open b'),
        join: await boxOf('.acts .button'),
      };
      expect(boxes.say.top).toBeGreaterThanOrEqual(boxes.title.end);
      expect(boxes.number.top - boxes.say.end).toBeGreaterThanOrEqual(16);
      expect(boxes.join.top - boxes.number.end).toBeGreaterThanOrEqual(8);
      expect(boxes.join.end).toBeLessThanOrEqual(height);
      // The arrow follows the last word.
      const gap = await page.locator('.hero .open span').evaluate((text) => {
        const words = document.createRange();
        words.selectNodeContents(text.firstChild ?? text);
        const [word] = Array.from(words.getClientRects()).slice(-1);
        const arrow = text.querySelector('svg')?.getBoundingClientRect();
        return Math.abs((arrow?.x ?? NaN) - (word?.right ?? NaN));
      });
      expect(gap).toBeLessThan(16);
    });
