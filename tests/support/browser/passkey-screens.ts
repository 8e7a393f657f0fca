import { join } from 'node:path';

import type { CDPSession, Page } from '@playwright/test';

import { addMember } from '#demo/factories.ts';
import type { Role } from '#lib/contract/people/members.ts';
import { hashPassword } from '#lib/server/people/credentials/password-hash.ts';
import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';

import { expect } from './browser-fixtures.ts';
import { enterCredentials, PASSWORD, registerServer, signIn } from './sign-in.ts';

const dataDir = process.env['GLEAN_TEST_DATA'] ?? '';
/** The shared server, with the host name of its passkeys. */
export const ORIGIN = `http://localhost:${process.env['GLEAN_TEST_PORT']}`;
export const PASSKEYS_PAGE = `${ORIGIN}/profile/passkeys`;
registerServer(ORIGIN, dataDir);

/** Runs queries on the shared server's database. */
async function onDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = openDatabase(join(dataDir, 'glean.sqlite'));
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

let passwordHash: Promise<string> | undefined;

/** Adds a member for a single test. @returns the local part of the email */
export async function addOwnMember(role: Role = 'farmer'): Promise<string> {
  passwordHash ??= hashPassword(PASSWORD);
  const password_hash = await passwordHash;
  const name = `passkey-${newId()}`;
  const email = `${name}@glean.example`;
  // Different from the demo's names, which other tests search for.
  const names = { first_name: 'Paz', last_name: 'Abad' };
  await onDatabase((db) => addMember(db, { ...names, email, password_hash, role }));
  return name;
}

/** Adds a member and logs them in with a session. @returns the local part of the email */
export async function signInAsOwnMember(page: Page, role?: Role): Promise<string> {
  const name = await addOwnMember(role);
  await page.goto(`${ORIGIN}/about`);
  await signIn(page, name, ORIGIN);
  return name;
}

/** Removes a member's passkeys, as on another device. */
export const removePasskeys = (name: string): Promise<unknown> =>
  onDatabase((db) =>
    db
      .deleteFrom('passkeys')
      .where('member_id', '=', (eb) =>
        eb.selectFrom('members').where('email', '=', `${name}@glean.example`).select('id'),
      )
      .execute(),
  );

/** Makes a member's last confirmation of their identity too old. */
export const expireConfirmation = (name: string): Promise<unknown> =>
  onDatabase((db) =>
    db
      .updateTable('sessions')
      .set({ confirmed_at: Date.now() - 16 * 60_000 })
      .where('member_id', '=', (eb) =>
        eb.selectFrom('members').where('email', '=', `${name}@glean.example`).select('id'),
      )
      .execute(),
  );

/** Chromium's virtual authenticator. */
export class VirtualAuthenticator {
  readonly #client: CDPSession;
  readonly #authenticatorId: string;

  private constructor(client: CDPSession, authenticatorId: string) {
    this.#client = client;
    this.#authenticatorId = authenticatorId;
  }

  /** Gives a page's browser an authenticator, like a phone with a lock. */
  static async open(page: Page): Promise<VirtualAuthenticator> {
    const client = await page.context().newCDPSession(page);
    await client.send('WebAuthn.enable');
    const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(client, authenticatorId);
  }

  /** Replaces the only passkey with an earlier copy of it, with a lower counter. */
  async replaceByCopy(signCount: number): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    const { credentials } = await this.#client.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error('There is no passkey.');
    const { credentialId } = credential;
    await this.#client.send('WebAuthn.removeCredential', { authenticatorId, credentialId });
    const copy = { ...credential, signCount };
    await this.#client.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
  }

  /** Sets whether the user's finger, face or PIN is accepted. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  }
}

/** Adds a passkey on the passkeys page. */
export async function addPasskey(page: Page): Promise<void> {
  await page.goto(PASSKEYS_PAGE);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey was added.')).toBeVisible();
}

/** Logs out with the menu. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${ORIGIN}/login`);
}

export const passkeyButton = (page: Page) =>
  page.getByRole('button', { name: 'Log in with a passkey' });

export async function signInByPassword(page: Page, name: string): Promise<void> {
  await page.goto(`${ORIGIN}/login`);
  await enterCredentials(page, `${name}@glean.example`, PASSWORD);
  await expect(page).toHaveURL(`${ORIGIN}/forums/explore`);
}
