import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import { ERROR_PAGES, openScreen, SCREENS } from '#tests/support/browser/screens/open-screen.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { findHtmlErrors } from '#tests/support/browser/valid-html.ts';

const PAGES = [
  '/',
  '/about',
  '/accessibility',
  '/eduhub',
  '/eduhub?search=zzzz',
  '/forums/explore',
  '/login',
  '/forgot-password',
  `/forgot-password/verification/${'x'.repeat(43)}`,
  `/forgot-password/change-password/${'x'.repeat(43)}`,
  '/forgot-password/success',
  '/join',
  '/join/sent?next=email',
  '/join/sent?next=staff',
  `/join/${'x'.repeat(22)}`,
  `/join/confirm/${'x'.repeat(43)}`,
  `/join/password/${'x'.repeat(43)}`,
  `/email-change/${'x'.repeat(43)}`,
  '/email-change/done',
  '/help',
  '/help/request',
  '/moderation',
  '/legal-agreements/data-privacy',
  '/legal-agreements/licensing-terms',
  '/legal-agreements/terms-and-conditions',
  '/thank-you',
  '/offline',
  '/unauthorized',
  '/nothing',
];

/** The statuses of pages that report something missing. */
const STATUSES: Record<string, number> = {
  [`/join/${'x'.repeat(22)}`]: 410,
  [`/join/confirm/${'x'.repeat(43)}`]: 410,
  [`/join/password/${'x'.repeat(43)}`]: 410,
  '/unauthorized': 401,
  '/nothing': 404,
};

test('every public page is valid HTML, with and without deferred images @full', async ({
  request,
}) => {
  const list = await (await request.get('/eduhub')).text();
  const [resource = 'no guide'] = /\/eduhub\/[\w-]{36}/.exec(list) ?? [];
  const errors: string[] = [];
  for (const path of [...PAGES, resource])
    for (const saveData of ['off', 'on']) {
      const headers = { accept: 'text/html', 'save-data': saveData };
      const response = await request.get(path, { headers });
      expect(response.status(), path).toBe(STATUSES[path] ?? 200);
      errors.push(...(await findHtmlErrors(path, await response.text())));
    }
  expect(errors).toEqual([]);
});

for (const [who, { member, screens }] of Object.entries(SCREENS).filter(([, each]) => each.member))
  test(
    `every page of ${who} is valid HTML`,
    { tag: '@full' },
    async ({ page, allowBrowserErrors }) => {
      allowBrowserErrors(ERROR_PAGES);
      await signIn(page, member ?? '');
      const errors: string[] = [];
      // A dialog on a page is not another page.
      for (const screen of screens.filter(({ open }) => !open)) {
        await openScreen(page, screen);
        const response = await page.request.get(page.url(), { headers: { accept: 'text/html' } });
        errors.push(...(await findHtmlErrors(screen.name, await response.text())));
      }
      expect(errors).toEqual([]);
    },
  );
