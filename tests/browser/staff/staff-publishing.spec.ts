import type { Page } from '@playwright/test';

import { readPolicyPdf } from '#demo/policies.ts';
import { bellOf, notificationList } from '#tests/support/browser/notification-screens.ts';
import { expect, test as base } from '#tests/support/browser/own-server-fixtures.ts';
import {
  expectValidHtml,
  makeStaff,
  pageOfMember,
  pressByKeyboard,
  typeByKeyboard,
} from '#tests/support/browser/publishing-screens.ts';
import { PASSWORD, signIn } from '#tests/support/browser/sign-in.ts';
import { STALE_MS } from '#tests/support/nouns/staff.ts';

const GUIMBA = '0304911000';

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

/** Opens the pages of the PDF unless scrolling has opened them. */
async function openPdfPages(page: Page): Promise<void> {
  const pages = page.getByRole('region', { name: 'PDF pages' });
  const open = pages.getByRole('button', { name: 'View PDF' });
  await open.or(pages.locator('canvas')).first().dispatchEvent('click');
  await expect(pages.getByText('Page 2', { exact: true })).toBeVisible();
  await expect(pages.getByText('The Glean cooperative', { exact: false }).first()).toBeAttached();
}

for (const javaScriptEnabled of [true, false])
  test.describe(
    javaScriptEnabled ? 'with scripts' : 'without scripts',
    javaScriptEnabled ? {} : { tag: '@full' },
    () => {
      test.use({ javaScriptEnabled });

      test('by keyboard alone staff preview a new policy, and publish it @full', async ({
        page,
        origin,
        browser,
        look,
      }) => {
        // axe looks at many screens.
        test.slow();
        const pdf = await readPolicyPdf('data_privacy_guidelines');
        for (const version of [1, 2]) {
          // Publishing the same file again is rejected.
          const buffer = Buffer.concat([pdf, Buffer.from(`\n% ${version}\n`)]);
          await page.goto(`${origin}/staff/policies`);
          await look();
          const link = page.getByRole('link', { name: 'Replace Data Privacy Guidelines' });
          await pressByKeyboard(page, link);
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(
            'Data Privacy Guidelines',
          );
          await look();
          const file = { name: 'new.pdf', mimeType: 'application/pdf', buffer };
          await page.getByLabel('PDF', { exact: true }).setInputFiles(file);
          await pressByKeyboard(page, page.getByRole('button', { name: 'Upload and review' }));
          await expect(page.getByRole('heading', { name: 'The draft' })).toBeVisible();
          await expect(page.getByRole('region', { name: 'Text version' })).toContainText(
            'Data Privacy Act',
          );
          if (javaScriptEnabled) await openPdfPages(page);
          await look();
          await expectValidHtml(page);
          const publish = page.getByRole('button', { name: `Publish as version ${version}` });
          await pressByKeyboard(page, publish);
          await expect(page.getByRole('status')).toHaveText(
            `“Data Privacy Guidelines” was published as version ${version}.`,
          );
        }
        await expect(page.getByRole('link', { name: /^Version/ })).toHaveText([
          'Version 2',
          'Version 1',
        ]);
        const guest = await (await browser.newContext()).newPage();
        await guest.goto(`${origin}/legal-agreements/data-privacy`);
        await expect(guest.getByRole('link', { name: /^Download the PDF/ })).toBeVisible();
        await expect(guest.getByRole('region', { name: 'Text version' })).toContainText(
          'Data Privacy Act',
        );
      });

      test('by keyboard alone staff notify a town, and its members read it @full', async ({
        page,
        origin,
        browser,
        onDatabase,
        look,
      }) => {
        const reader = await onDatabase((db) =>
          pageOfMember(
            browser,
            origin,
            db,
            { first_name: 'Jun', town: GUIMBA },
            // The list under the bell needs scripts.
            { javaScriptEnabled: true },
          ),
        );
        await page.goto(`${origin}/staff/notifications`);
        await look();
        await page.getByLabel('Town').selectOption({ label: 'Guimba' });
        await typeByKeyboard(page, page.getByLabel('Title'), 'Chipper on Friday');
        await typeByKeyboard(page, page.getByLabel('Text'), 'At the hall from 8.');
        await pressByKeyboard(page, page.getByRole('button', { name: 'Preview' }));
        const preview = page.getByRole('region', { name: 'Preview' });
        await expect(preview).toContainText('Chipper on Friday');
        await expect(preview).toContainText('It goes to 1 member (Guimba).');
        // The address contains nothing that staff wrote.
        expect(page.url()).toBe(`${origin}/staff/notifications`);
        await look();
        await expectValidHtml(page);
        await pressByKeyboard(page, page.getByRole('button', { name: 'Send to 1 member' }));
        await expect(page.getByRole('status')).toHaveText('The notification was sent to 1 member.');

        await reader.goto(`${origin}/forums/explore`);
        await bellOf(reader).click();
        await expect(notificationList(reader).getByRole('listitem')).toContainText([
          'Chipper on Friday',
        ]);
      });

      test('notifying everyone needs the password, and keeps what was written @full', async ({
        page,
        origin,
        onDatabase,
        allowBrowserErrors,
        look,
      }) => {
        allowBrowserErrors(/status of 403/);
        await onDatabase((db) =>
          db
            .updateTable('sessions')
            .set({ confirmed_at: Date.now() - STALE_MS })
            .execute(),
        );
        await page.goto(`${origin}/staff/notifications`);
        await page.getByLabel('Who gets it').selectOption('Everyone');
        await page.getByLabel('Title').fill('Market day');
        await page.getByLabel('Text').fill('On Saturday.');
        await page.getByRole('button', { name: 'Preview' }).click();
        await page.getByRole('button', { name: 'Send to 1 member' }).click();
        const password = page.getByLabel('Your password');
        await expect(password).toBeVisible();
        await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Market day');
        await look();
        await password.fill(PASSWORD);
        await page.getByRole('button', { name: 'Send to 1 member' }).click();
        await expect(page.getByRole('status')).toHaveText('The notification was sent to 1 member.');
      });
    },
  );
