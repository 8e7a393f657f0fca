// A report, the decision of staff, and the reply of the member concerned.
import type { Browser, Locator, Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { addComment, addPost } from '#tests/support/browser/forum-requests.ts';
import { leaveSite, signIn } from '#tests/support/browser/sign-in.ts';

const REPORTS = '/staff/reports';
const TODO = '/staff/todo';

/** @returns a page of another member */
async function pageOf(browser: Browser, page: Page, who: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await other.goto('/about');
  await signIn(other, who);
  return other;
}

/** Waits for the page that a link opens. */
const waitForTitle = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** Opens a folded decision, and chooses its reason. @returns the form */
async function openDecision(page: Page, label: string): Promise<Locator> {
  await page.locator('summary', { hasText: label }).click();
  const form = page.locator('form', { has: page.getByRole('button', { name: label }) });
  await form.getByLabel('Reason').selectOption({ index: 2 });
  return form;
}

test('a member reports a post and a comment; staff remove them, read the reply, and restore them', async ({
  page,
  browser,
  axe,
  allowBrowserErrors,
}) => {
  // The tab uses the previous member's access token until it is rejected.
  allowBrowserErrors(/status of 401/);
  await page.goto('/about');
  await signIn(page, 'ramon');
  const { id, path, title } = await addPost(page, 'Phones, new.');
  const words = `Cheap phones ${crypto.randomUUID()}`;
  await addComment(page, id, words);

  await signIn(page, 'vicky');
  await page.goto(path);
  await page.getByRole('button', { name: `More options for ${title}` }).click();
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report post' });
  await dialog.getByLabel('What’s wrong with this post?').fill('It sells phones.');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('Your report has been submitted.')).toBeVisible();
  await page
    .getByRole('button', { name: /comment/i })
    .first()
    .click();
  const comment = page.getByRole('listitem').filter({ hasText: words });
  await comment.getByRole('button', { name: /^Options/ }).click();
  await comment.getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('heading', { name: 'Report this comment' })).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await axe();
  await page.getByLabel('What’s wrong with it?').fill('The same phones.');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  // The toast of the first report on the page before may have the same text.
  await expect(page).toHaveURL(/\?done=sent$/);
  await expect(page.getByText('Your report has been submitted.')).toBeVisible();
  await axe();

  const staff = await pageOf(browser, page, 'staff');
  await staff.goto(TODO);
  const reported = staff
    .getByRole('listitem')
    .filter({ has: staff.getByRole('heading', { name: title }) });
  await expect(reported).toContainText('It sells phones.');
  await expect(reported).toContainText('Report ·');
  await staff.getByRole('listitem').filter({ hasText: words }).getByRole('link').click();
  await staff.getByRole('button', { name: 'Keep it' }).click();
  await expect(staff).toHaveURL(TODO);
  await expect(staff.getByText(words)).toHaveCount(0);
  await reported.getByRole('link').click();
  const form = await openDecision(staff, 'Remove the post');
  await form.getByLabel('In your own words').fill('We are about farms.');
  await form.getByRole('button', { name: 'Remove the post' }).click();
  await expect(staff).toHaveURL(/\/staff\/reports\/decisions\//);

  await leaveSite(page);
  await signIn(page, 'ramon');
  await page.goto(path);
  await expect(page).toHaveURL(/\/forums\/explore/);
  await page.goto('/profile/moderation');
  const decision = page.locator('section').filter({ hasText: title });
  await expect(decision).toContainText('Post removed');
  await expect(decision).toContainText('We are about farms.');
  await axe();
  await decision.getByLabel('Your reply').fill('They are for farmers.');
  await decision.getByRole('button', { name: 'Send reply' }).click();
  await expect(decision).toContainText('Our staff has your reply.');

  await staff.goto(`${REPORTS}/decisions?state=replied`);
  await staff
    .getByRole('listitem')
    .filter({ hasText: 'They are for farmers.' })
    .getByRole('link', { name: /Post removed/ })
    .click();
  await expect(staff.getByText('They are for farmers.')).toBeVisible();
  await staff.getByLabel('Your response').fill('Then they may stay.');
  await staff.getByRole('button', { name: 'Respond' }).click();
  await expect(staff.getByText('Then they may stay.')).toBeVisible();
  await staff.getByRole('button', { name: 'Put it back' }).click();
  await expect(staff.getByText(/Reversed on/)).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(decision).toContainText('Then they may stay.');
  await page.goto(path);
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('the pages of reports are accessible for everyone on staff, and so is the public one @full', async ({
  page,
  axe,
  allowBrowserErrors,
}) => {
  // axe looks at many screens.
  test.slow();
  // The old access token of the tab, and a form with empty fields.
  allowBrowserErrors(/status of 40[01]/);
  await page.goto('/about');
  await signIn(page, 'edgar');
  const { id, title } = await addPost(page, 'Phones, new.');
  await signIn(page, 'lito');
  await page.goto(`/report/post/${id}`);
  await page.getByLabel('What’s wrong with it?').fill('It sells phones.');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page).toHaveURL(/\?done=sent$/);

  await leaveSite(page);
  await signIn(page, 'staff');
  await page.goto(REPORTS);
  await axe();
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link')
    .click();
  await waitForTitle(page, `Post: ${title}`);
  for (const summary of await page.locator('summary').all()) await summary.click();
  await axe();
  await page.getByRole('link', { name: 'Warn or suspend Edgar' }).click();
  await waitForTitle(page, 'Member: Edgar Mercado');
  for (const summary of await page.locator('summary').all()) await summary.click();
  await axe();
  const form = page.locator('form', {
    has: page.getByRole('button', { name: 'Warn', exact: true }),
  });
  await form.getByRole('button', { name: 'Warn', exact: true }).click();
  await expect(page.getByText('Please choose a reason, or write one.')).toBeVisible();
  await form.getByLabel('In your own words').fill('No phones, please.');
  await form.getByRole('button', { name: 'Warn', exact: true }).click();
  // The next page shows the form folded.
  await expect(form).toBeHidden();
  await page
    .getByRole('link', { name: /^Warning,/ })
    .first()
    .click();
  await waitForTitle(page, 'Warning: Edgar Mercado');
  await axe();
  await page.getByRole('button', { name: 'Reverse it' }).click();
  await expect(page.getByText(/Reversed on/)).toBeVisible();
  const back = page.getByRole('navigation', { name: 'Breadcrumb' });
  await back.getByRole('link', { name: 'Decisions' }).click();
  await waitForTitle(page, 'Decisions');
  for (const [name, heading] of [
    ['Reasons', 'Reasons'],
    [/^Waiting/, 'To do'],
  ] as const) {
    await page.getByRole('navigation', { name: 'To do' }).getByRole('link', { name }).click();
    await waitForTitle(page, heading);
    await axe();
  }
  await page.goto('/moderation');
  await expect(page.getByRole('heading', { name: 'Moderation', level: 1 })).toBeVisible();
  await axe();
});

for (const [language, locale] of [
  ['en', 'en-PH'],
  ['fil', 'fil-PH'],
] as const)
  test.describe(`in ${language}`, () => {
    test.use({ locale, viewport: { width: 360, height: 740 } });

    test('on a phone all five entries of staff are whole in one row', async ({
      page,
      isMobile,
      axe,
    }) => {
      test.skip(!isMobile, 'it is about phones');
      await signIn(page, 'staff');
      for (const path of ['/staff', TODO, '/staff/members', '/staff/guides', '/staff/exchange']) {
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        const links = page
          .getByRole('navigation', { name: 'Staff', exact: true })
          .getByRole('link');
        await expect(links).toHaveCount(5);
        const boxes = await links.evaluateAll((all) =>
          all.map((each) => each.getBoundingClientRect()).map(({ top, right }) => ({ top, right })),
        );
        for (const { top, right } of boxes) {
          expect(top).toBe(boxes[0]?.top);
          expect(right).toBeLessThanOrEqual(360);
        }
        await expect(links.and(page.locator('[aria-current]'))).toHaveCount(1);
      }
      await axe();
    });
  });

test('on a phone, the reasons of a report and both decisions are in the first screen', async ({
  page,
  isMobile,
  allowBrowserErrors,
}) => {
  test.skip(!isMobile, 'it is about phones');
  // The tab uses the previous member's access token until it is rejected.
  allowBrowserErrors(/status of 401/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  await signIn(page, 'edgar');
  const { id, title } = await addPost(page, 'Phones, new.');
  for (const who of ['lito', 'vicky']) {
    await leaveSite(page);
    await signIn(page, who);
    await page.goto(`/report/post/${id}`);
    await page.getByLabel('What’s wrong with it?').fill(`It sells phones, ${who}. `.repeat(12));
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page).toHaveURL(/\?done=sent$/);
  }
  await leaveSite(page);
  await signIn(page, 'staff');
  await page.goto(`${REPORTS}/post/${id}`);
  await waitForTitle(page, `Post: ${title}`);
  const bottom = (await page.locator('.dock').boundingBox())?.y ?? 740;
  const reason = page.getByText('It sells phones, lito.').first();
  const [reasonBox, keep, remove, post] = await Promise.all(
    [
      reason,
      page.getByRole('button', { name: 'Keep it' }),
      page.locator('summary', { hasText: 'Remove the post' }),
      page.getByText('Phones, new.', { exact: true }),
    ].map((each) => each.boundingBox()),
  );
  expect(reasonBox?.y).toBeLessThan(post?.y ?? 0);
  for (const box of [keep, remove])
    expect((box?.y ?? bottom) + (box?.height ?? 0)).toBeLessThan(bottom);
  // Cut here, and whole in the fold.
  await page.getByText('All reports (2)').click();
  await expect(page.getByText('It sells phones, vicky.').last()).toBeVisible();
});

test('on a phone, members of the list have avatars', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'it is about phones');
  await signIn(page, 'staff');
  await page.goto('/staff/members');
  await expect(page.getByRole('main').locator('li img').first()).toBeVisible();
});
