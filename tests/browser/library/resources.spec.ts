import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';

const STRAW = 'Better than plain dayami: treating rice straw with urea for cattle and carabao';
const FLY = 'Black soldier fly: feed from what the market throws away';

for (const javaScriptEnabled of [true, false])
  test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled });

    test('a guest finds a resource and reads it to the end', async ({ page }) => {
      await page.goto('/eduhub');
      await expect(page).toHaveTitle('Eduhub | Glean');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Educational Resources');
      await page.getByRole('searchbox').fill('urea straw');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL('/eduhub?search=urea+straw');
      await page.getByRole('link', { name: STRAW }).click();
      await expect(page).toHaveTitle(`${STRAW} | Eduhub | Glean`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(STRAW);
      await expect(page.getByText(/^Published on \d+ \w+ \d{4}$/)).toBeVisible();
      await expect(page.getByText('- THE END', { exact: true })).toBeVisible();
    });

    test('a search says when no resource has all words @full', async ({ page }) => {
      await page.goto('/eduhub?search=dayami+zzqx');
      const status = page.getByRole('status').filter({ hasText: 'No guide has all of these' });
      await expect(status).toContainText('dayami zzqx');
      await expect(page.getByRole('link', { name: STRAW })).toBeVisible();
    });

    test('an empty search shows everything again', { tag: '@full' }, async ({ page }) => {
      await page.goto('/eduhub?search=zzzz');
      await expect(page.getByRole('heading', { name: 'No Resources Found' })).toBeVisible();
      await page.getByRole('searchbox').fill('');
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(page).toHaveURL('/eduhub');
      await expect(page.getByRole('link', { name: FLY })).toBeVisible();
    });

    test('a missing resource redirects to the list', { tag: '@full' }, async ({ page }) => {
      await page.goto('/eduhub/0198c0de-0000-7000-8000-000000000000');
      await expect(page).toHaveURL('/eduhub');
    });
  });

test('without a script the list continues with Next @full', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto('/eduhub');
  const cards = page.locator('[data-cards] a');
  await expect(cards).toHaveCount(12);
  const first = await cards.first().getAttribute('href');
  await page.getByRole('link', { name: 'More guides' }).press('Enter');
  await expect(cards).toHaveCount(3);
  expect(await cards.first().getAttribute('href')).not.toBe(first);
  await expect(page.getByRole('link', { name: 'More guides' })).toHaveCount(0);
  await context.close();
});

test('the list loads more on scroll, each resource once', async ({ page }) => {
  await page.goto('/eduhub');
  const cards = page.locator('[data-cards] a');
  await expect(cards).toHaveCount(12);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(cards).toHaveCount(15);
  const hrefs = await cards.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  expect(new Set(hrefs).size).toBe(15);
  await expect(page.getByText('3 more guides')).toHaveRole('status');
});

for (const isMember of [false, true])
  test(`a page of the list is fetched once a minute by ${isMember ? 'a member' : 'a guest'} @full`, async ({
    page,
  }) => {
    if (isMember) await signIn(page, 'jun');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const more = () => requests.filter((url) => url.includes('/eduhub?cursor=')).length;
    await page.goto('/eduhub');
    const cards = page.locator('[data-cards] a');
    // Members have the router, which repeats this event when they left the page before it quickly.
    await page.evaluate(() => document.dispatchEvent(new Event('astro:page-load')));
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(15);
    await cards.last().click();
    await expect(page.getByText('- THE END')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Educational Resources' })).toBeVisible();
    await expect(page).toHaveURL('/eduhub');
    // The page is loaded again and restores its scroll position.
    await expect(async () => {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded({ timeout: 1000 });
      await expect(cards).toHaveCount(15, { timeout: 1000 });
    }).toPass();
    expect(more()).toBe(1);
  });

test(
  'a page that fails to load shows one error, and Next stays',
  { tag: '@full' },
  async ({ page, allowBrowserErrors }) => {
    allowBrowserErrors(/status of 503/);
    let tries = 0;
    await page.route('**/eduhub?cursor=*', (route) => {
      tries += 1;
      return route.fulfill({
        status: 503,
        contentType: 'text/html',
        body: '<main><p><span data-error-message>We cannot reach our records right now.</span></p></main>',
      });
    });
    await page.goto('/eduhub');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(page.getByRole('alert')).toHaveText('We cannot reach our records right now.');
    await expect(page.getByRole('link', { name: 'More guides' })).toBeVisible();
    expect(tries).toBe(1);
  },
);

test('an image opens full screen, and Escape closes it', async ({ page, axe }) => {
  await page.goto('/eduhub');
  await page.getByRole('link', { name: FLY }).click();
  const image = page.getByRole('link', { name: /^Image: / }).first();
  // Before the script has run, the link opens the file.
  await expect(image).toHaveAttribute('aria-haspopup', 'dialog');
  await image.click();
  const dialog = page.getByRole('dialog', { name: 'Image, full screen' });
  await expect(dialog).toBeVisible();
  const screen = page.viewportSize();
  expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...screen });
  const fullImage = dialog.getByRole('img');
  await expect(fullImage).toHaveAttribute('alt', /^Image: /);
  // The whole image is in view.
  const { width = 999 } = (await fullImage.boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(screen?.width ?? 0);
  await expect
    .poll(() => fullImage.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await axe();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(image).toBeFocused();
  await image.press('Enter');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});

test('images open full screen also on the later pages of a member', async ({ page }) => {
  await signIn(page, 'jun');
  await page.goto('/eduhub');
  const dialog = page.getByRole('dialog', { name: 'Image, full screen' });
  for (const guide of [FLY, STRAW]) {
    // No reload in between: the viewer's styles are loaded once, with its script.
    await page.getByRole('link', { name: guide }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(guide);
    const images = page.getByRole('link', { name: /^Image: / });
    await images.first().click();
    await expect(dialog).toBeVisible();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.goBack();
  }
});

test('styles that a lost connection delayed load when it returns', async ({
  page,
  context,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/net::ERR|Unable to preload CSS/);
  await signIn(page, 'jun');
  const sheet = '**/_astro/forum.*.css';
  await context.route(sheet, (route) => route.abort());
  await page.goto('/eduhub');
  await page.getByRole('link', { name: FLY }).click();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.locator('link[data-failed]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await context.unroute(sheet);
  await context.setOffline(true);
  await context.setOffline(false);
  await page
    .getByRole('link', { name: /^Image: / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Image, full screen' });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
});

test(
  'images have the size of the screen, with their space reserved',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/eduhub');
    const first = page.locator('[data-cards] img').first();
    await expect(first).toHaveAttribute('width', /^\d+$/);
    await expect(first).toHaveAttribute('height', /^\d+$/);
    await expect
      .poll(() => first.evaluate((element) => (element as HTMLImageElement).currentSrc))
      .toMatch(/\/(480|720|960)\.webp$/);
    await expect(page.locator('[data-cards] img').last()).toHaveAttribute('loading', 'lazy');
  },
);

test(
  'an image that failed to load is loaded after reconnecting',
  { tag: '@full' },
  async ({ page, context, allowBrowserErrors }) => {
    allowBrowserErrors(/ERR_INTERNET_DISCONNECTED/);
    await page.route('**/media/**', (route) => route.abort('internetdisconnected'));
    await page.goto('/eduhub');
    const cover = page.getByRole('main').locator('img').first();
    const width = () => cover.evaluate((element: HTMLImageElement) => element.naturalWidth);
    await expect
      .poll(() => cover.evaluate((element: HTMLImageElement) => element.complete))
      .toBe(true);
    expect(await width()).toBe(0);
    await page.unroute('**/media/**');
    await context.setOffline(true);
    await context.setOffline(false);
    await expect.poll(width).toBeGreaterThan(0);
  },
);

test('a member reads the same page, with the account menu @full', async ({ page }) => {
  await signIn(page, 'maria');
  const response = await page.goto('/eduhub');
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect(page.locator('[data-cards] a')).toHaveCount(12);
});

test('list, empty list and resource are accessible @full', async ({ page, axe }) => {
  await page.goto('/eduhub?search=zzzz');
  await axe();
  await page.goto('/eduhub');
  await axe();
  await page.getByRole('link', { name: FLY }).click();
  await expect(page.getByText('- THE END')).toBeVisible();
  await axe();
});
