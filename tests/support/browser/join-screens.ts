// The screens of joining.
import { expect, type Locator, type Page } from '@playwright/test';

import type { Db } from '#lib/server/platform/db/schema.ts';
import { tokenIn } from '#tests/support/nouns/joining.ts';
import type { ServerInstance } from '#tests/support/server/server-process.ts';

import { emailsOf } from './mail-folder.ts';

const DOCUMENTS = [
  ['terms_and_conditions', 'Terms and Conditions'],
  ['data_privacy_guidelines', 'Data Privacy Guidelines'],
] as const;

/** Publishes a version of all documents. */
export async function publishDocuments(db: Db, version = 1): Promise<void> {
  await db.deleteFrom('policies').execute();
  for (const [kind, title] of DOCUMENTS) {
    const row = { kind, title, version, file_key: `${kind}.pdf`, bytes: 1, text: 'Be kind.' };
    await db
      .insertInto('policies')
      .values({ ...row, updated_at: Date.now() })
      .execute();
  }
}

/** Counts the taps of a member. */
export class Finger {
  taps = 0;

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.click();
  }

  /** Taps a field and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    await field.fill(text);
  }

  /** Taps a select and one of its options. */
  async choose(list: Locator, label: string): Promise<void> {
    this.taps += 2;
    await list.selectOption(label);
  }
}

/** Fills in the form of /join except for the phone number, and submits it. */
export async function fillJoinForm(
  page: Page,
  {
    email,
    firstName = 'Lea',
    finger = new Finger(),
  }: { email: string; firstName?: string; finger?: Finger },
): Promise<void> {
  await finger.type(page.getByLabel('First name'), firstName);
  await finger.type(page.getByLabel('Last name'), 'Manalo');
  await finger.type(page.getByLabel('Email'), email);
  await finger.tap(page.getByLabel('Farmer'));
  await finger.choose(page.getByLabel('Town'), 'Guimba');
  await finger.type(page.getByLabel('What you do'), 'I grow rice on two hectares.');
  for (const box of await page.getByRole('checkbox', { name: 'I have read' }).all())
    await finger.tap(box);
  await finger.tap(page.getByRole('main').locator('form:not(.languages) button'));
}

/** Waits for the email with a link. @returns the path of the link */
export async function waitForLink(instance: ServerInstance, to: string): Promise<string> {
  const find = async () =>
    (await emailsOf(instance)).findLast(
      (email) => email.includes(`<${to}>`) && tokenIn(email) !== 'no token',
    );
  await expect.poll(find).toBeTruthy();
  return `/join/confirm/${tokenIn(await find())}`;
}
