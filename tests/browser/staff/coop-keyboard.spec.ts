// The journeys of the co-op by keyboard alone. Guides, policies and notifications: guides.spec.ts, staff-publishing.spec.ts.
import type { Browser, Page } from '@playwright/test';

import { addMember, addPost } from '#demo/factories.ts';
import {
  fillJoinForm,
  publishDocuments,
  waitForLink,
} from '#tests/support/browser/join-screens.ts';
import { tabTo } from '#tests/support/browser/keyboard.ts';
import { expect, test } from '#tests/support/browser/own-server-fixtures.ts';
import {
  makeStaff,
  pageOfMember,
  pressByKeyboard,
  typeByKeyboard,
} from '#tests/support/browser/publishing-screens.ts';
import { decodeQrCode } from '#tests/support/browser/read-qr-code.ts';
import { signIn } from '#tests/support/browser/sign-in.ts';
import { NEW_PASSWORD } from '#tests/support/nouns/joining.ts';

const FULL = { tag: '@full' };
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** @returns a page of Maria, a member of staff, in her own browser */
async function openOffice(browser: Browser, origin: string): Promise<Page> {
  const office = await (await browser.newContext({ baseURL: origin })).newPage();
  await office.goto('/about');
  await signIn(office, 'maria', origin);
  return office;
}

test.beforeEach(({ onDatabase, maria }) => onDatabase((db) => makeStaff(db, maria)));

/** Fills in the form of /join, and sends it. */
async function joinByKeyboard(page: Page, email: string): Promise<void> {
  await typeByKeyboard(page, page.getByLabel('First name'), 'Lea');
  await typeByKeyboard(page, page.getByLabel('Last name'), 'Manalo');
  await typeByKeyboard(page, page.getByLabel('Email'), email);
  await tabTo(page, page.getByLabel('Farmer'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByLabel('Town'));
  await page.keyboard.type('Guimba');
  await typeByKeyboard(page, page.getByLabel('What you do'), 'I grow rice.');
  for (const box of await page.getByRole('checkbox', { name: 'I have read' }).all()) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  }
  await pressByKeyboard(page, page.getByRole('main').locator('form:not(.languages) button'));
}

test(
  'a guest joins by the QR code and posts by keyboard alone',
  FULL,
  async ({ page, browser, instance, origin, onDatabase }) => {
    const office = await openOffice(browser, origin);
    await office.goto('/staff/invitations');
    await typeByKeyboard(office, office.getByLabel('Who it’s for'), 'Door of the co-op');
    await pressByKeyboard(office, office.getByRole('button', { name: 'Create invitation' }));
    await pressByKeyboard(office, office.getByRole('link', { name: 'Print sheet' }));
    await title(office, 'Join Glean Community');
    const address = await decodeQrCode(office.getByRole('img', { name: 'The link as a QR code' }));
    await onDatabase((db) => publishDocuments(db));

    await page.goto(address);
    await joinByKeyboard(page, 'lea@farm.example');
    await title(page, 'Check your email');
    await page.goto(origin + (await waitForLink(instance, 'lea@farm.example')));
    await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), NEW_PASSWORD);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Get started' }));
    await expect(page).toHaveURL(`${origin}/forums/explore`);
    await pressByKeyboard(page, page.getByRole('button', { name: 'Post', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Create post' });
    await typeByKeyboard(page, dialog.getByLabel('Title'), 'Rice straw, dry');
    await typeByKeyboard(page, dialog.getByLabel('Description'), 'Forty bundles.');
    await pressByKeyboard(page, dialog.getByRole('button', { name: 'Post', exact: true }));
    await expect(page.getByRole('article').getByText('Rice straw, dry')).toBeVisible();
  },
);

test(
  'staff admit an applicant and decline another by keyboard alone',
  FULL,
  async ({ page, browser, instance, origin }) => {
    for (const email of ['spam@farm.example', 'lea@farm.example']) {
      await page.goto(`${origin}/join`);
      await fillJoinForm(page, { email });
      await title(page, 'Thank you');
    }
    const office = await openOffice(browser, origin);
    await office.goto('/staff');
    const entry = office.getByRole('navigation', { name: 'Staff' }).getByText('To do');
    await pressByKeyboard(office, entry);
    await title(office, 'To do');
    const spam = office.getByRole('article').filter({ hasText: 'spam@farm.example' });
    await pressByKeyboard(office, spam.locator('summary'));
    await typeByKeyboard(office, spam.getByLabel('Why'), 'Please come to the office first.');
    await pressByKeyboard(office, spam.getByRole('button', { name: 'Decline' }));
    await expect(office.getByText('was declined. We’ll email them the reason.')).toBeVisible();
    await pressByKeyboard(office, office.getByRole('button', { name: 'Approve' }));
    await expect(
      office.getByText('Lea Manalo was approved. We’ll email them a link.'),
    ).toBeVisible();
    await page.goto(origin + (await waitForLink(instance, 'lea@farm.example')));
    await title(page, 'Welcome, Lea Manalo');
  },
);

test(
  'a report, the removal of its post, the reply and the response by keyboard alone',
  FULL,
  async ({ page, browser, origin, onDatabase }) => {
    const { id } = await onDatabase(async (db) => {
      const author = await addMember(db, {
        email: 'jun@glean.example',
        first_name: 'Jun',
        password_hash: 'none',
        posts_count: 1,
      });
      return addPost(db, { author_id: author.id, title: 'Phones, new' });
    });
    const reporter = await onDatabase((db) =>
      pageOfMember(browser, origin, db, { first_name: 'Ana' }),
    );
    await reporter.goto(`${origin}/report/post/${id}`);
    await typeByKeyboard(reporter, reporter.getByLabel('What’s wrong with it?'), 'Phones.');
    await pressByKeyboard(reporter, reporter.getByRole('button', { name: 'Report', exact: true }));
    await expect(reporter.getByText('Your report has been submitted.')).toBeVisible();

    const office = await openOffice(browser, origin);
    await office.goto('/staff/todo');
    await pressByKeyboard(office, office.getByRole('link', { name: 'Post: Phones, new' }));
    await title(office, 'Post: Phones, new');
    await pressByKeyboard(office, office.locator('summary', { hasText: 'Remove the post' }));
    const removal = office.locator('form', {
      has: office.getByRole('button', { name: 'Remove the post' }),
    });
    await tabTo(office, removal.getByLabel('Reason'));
    await office.keyboard.press('ArrowDown');
    await typeByKeyboard(office, removal.getByLabel('In your own words'), 'We are about farms.');
    await pressByKeyboard(office, removal.getByRole('button', { name: 'Remove the post' }));
    await expect(office).toHaveURL(/\/staff\/reports\/decisions\//);

    await page.goto(`${origin}/about`);
    await signIn(page, 'jun', origin);
    await page.goto(`${origin}/profile/moderation`);
    await expect(page.getByText('We are about farms.')).toBeVisible();
    await typeByKeyboard(page, page.getByLabel('Your reply'), 'They are for farmers.');
    await pressByKeyboard(page, page.getByRole('button', { name: 'Send reply' }));
    await expect(page.getByText('Our staff has your reply.')).toBeVisible();

    await office.goto('/staff/reports/decisions?state=replied');
    await pressByKeyboard(office, office.getByRole('link', { name: /Post removed/ }));
    await expect(office.getByText('They are for farmers.')).toBeVisible();
    await typeByKeyboard(office, office.getByLabel('Your response'), 'Then they may stay.');
    await pressByKeyboard(office, office.getByRole('button', { name: 'Respond' }));
    await expect(office.getByText('Then they may stay.')).toBeVisible();
    await pressByKeyboard(office, office.getByRole('button', { name: 'Put it back' }));
    await expect(office.getByText(/Reversed on/)).toBeVisible();
    await page.reload();
    await expect(page.getByText('Then they may stay.')).toBeVisible();
  },
);

test(
  'a member agrees to a new version by keyboard alone',
  FULL,
  async ({ page, origin, onDatabase }) => {
    await onDatabase((db) => publishDocuments(db, 2));
    await page.goto(`${origin}/about`);
    await signIn(page, 'maria', origin);
    await page.goto(`${origin}/forums/explore`);
    const strip = page.getByRole('region', { name: 'Please read and agree' });
    await pressByKeyboard(page, strip.getByRole('button', { name: 'I agree' }));
    await expect(strip).toHaveCount(0);
    await expect(page).toHaveURL(`${origin}/forums/explore`);
  },
);
