import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { enterCredentials, PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';

test('a wrong password shows a toast and an error in the form, which keeps its values', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  allowBrowserErrors(/status of 401/);
  await page.goto('/login');
  await enterCredentials(page, 'tess@glean.example', 'wrong');
  const message = 'Wrong email or password. Please try again.';
  await expect(page.getByText(message)).toHaveCount(2);
  // Screen readers announce it once.
  await expect(page.getByRole('alert').filter({ hasText: message })).toHaveCount(1);
  await expect(page.getByLabel('Email')).toHaveValue('tess@glean.example');
  await axe();
});

test('a form submitted before hydration is sent after it', async ({ page }) => {
  const script = Promise.withResolvers<void>();
  await page.route('**/_astro/LoginForm*', async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'load' });
  await page.getByLabel('Email').fill('nardo@glean.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Login' })).toHaveAttribute('aria-busy', 'true');
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  script.resolve();
  await expect(page).toHaveURL('/forums/explore');
  // Not through the redirect of `/`, which costs a slow phone another round trip.
  expect(opened).toEqual(['/forums/explore']);
});

test('the password can be shown and hidden again @full', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('abc');
  const toggle = page.getByRole('button', { name: 'Show password' });
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('the login screen has its texts and links @full', async ({ page }) => {
  await page.goto('/login');
  await expect(page).toHaveTitle('Login | Glean');
  await expect(page.getByRole('heading', { name: 'SIGN IN' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Home' })).toHaveAttribute(
    'href',
    '/',
  );
  const forgot = page.getByRole('link', { name: 'Forgot Password' });
  await expect(forgot).toHaveAttribute('href', '/forgot-password');
  await expect(page.getByRole('link', { name: 'Privacy' })).toBeHidden();
});

test('a member page leads to the login and back', async ({ page }) => {
  await page.goto('/forums/my-discussions');
  await expect(page).toHaveURL('/login?redirect=%2Fforums%2Fmy-discussions');
  await enterCredentials(page, 'celia@glean.example', PASSWORD);
  await expect(page).toHaveURL('/forums/my-discussions');
});

test('the redirect after the login stays on the site', { tag: '@full' }, async ({ page }) => {
  await page.goto('/login?redirect=//evil.example/forums');
  await enterCredentials(page, 'dante@glean.example', PASSWORD);
  await expect(page).toHaveURL('/forums/explore');
});

test('a logged-in member is redirected from the landing page and the login to the forum', async ({
  page,
}) => {
  await signIn(page, 'ramon');
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(page).toHaveURL('/forums/explore');
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the sign-in screens explain what they need, and show no useless fields', async ({
    page,
  }) => {
    for (const path of ['/login', '/forgot-password']) {
      await page.goto(path);
      await expect(page.locator('noscript p')).toBeVisible();
      // Only the language switch works.
      const fields = page.locator('main :is(input, button):not(.languages *)');
      await expect(fields.filter({ visible: true })).toHaveCount(0);
    }
  });
});
