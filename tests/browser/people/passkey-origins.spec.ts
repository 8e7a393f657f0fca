// Passkeys of another origin, passkeys that the browser suggests by itself, and pages without JavaScript.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Page } from '@playwright/test';

import { expect, test } from '#tests/support/browser/browser-fixtures.ts';
import {
  addPasskey,
  ORIGIN,
  PASSKEYS_PAGE,
  signInAsOwnMember,
  VirtualAuthenticator,
} from '#tests/support/browser/passkey-screens.ts';

/** Signs a challenge with a passkey of this browser. @returns the credential that a site would send */
async function signChallenge(options: PublicKeyCredentialRequestOptionsJSON) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as object;
}

/** Ends the session without the button, whose page would use the passkey at once. */
async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank', { waitUntil: 'load' });
  await page.context().clearCookies();
}

test('a signature for another origin of the same host is rejected', async ({ page }) => {
  await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await forgetSession(page);
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Evil</title>');
  }).listen(0, '127.0.0.1');
  try {
    const options = await page.request.get(`${ORIGIN}/api/web/auth/passkey/options`);
    const { data } = await options.json();
    await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`, {
      waitUntil: 'load',
    });
    const signed = await page.evaluate(signChallenge, data);
    const { token } = await (await page.request.get(`${ORIGIN}/api/token/csrf`)).json();
    const response = await page.request.post(`${ORIGIN}/api/web/auth/passkey`, {
      headers: { 'x-csrf-token': token, origin: ORIGIN },
      data: signed,
    });
    expect([response.status(), (await response.json()).code]).toEqual([401, 'passkey_rejected']);
  } finally {
    evil.close();
  }
});

test('the browser suggests passkeys in the email field, and signs in with one @full', async ({
  page,
}) => {
  await VirtualAuthenticator.open(page);
  await signInAsOwnMember(page);
  await addPasskey(page);
  await forgetSession(page);
  const requested = page.waitForResponse(/\/api\/web\/auth\/passkey\/options$/);
  await page.goto(`${ORIGIN}/login?redirect=/profile`, { waitUntil: 'commit' });
  await requested;
  await expect(page).toHaveURL(`${ORIGIN}/profile`);
});

test('the sign-in screen loads at most 112 KB of script, with passkey suggestions', async ({
  page,
}) => {
  const sizes: number[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    sizes.push(Number(response.headers()['content-length'] ?? 0));
  });
  await page.goto(`${ORIGIN}/login`, { waitUntil: 'networkidle' });
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(112 * 1024);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the pages report that a passkey needs it; naming and removing work @full', async ({
    page,
    browser,
  }) => {
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
    await VirtualAuthenticator.open(scripted);
    await signInAsOwnMember(scripted);
    await addPasskey(scripted);
    await page.context().addCookies(await scripted.context().cookies(ORIGIN));

    await page.goto(PASSKEYS_PAGE);
    await expect(page.getByText('A passkey needs JavaScript.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
    await page.getByText('Rename').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Old phone');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The passkey was renamed.')).toBeVisible();
    await page.getByLabel('Remove Old phone').click();
    await page.getByRole('button', { name: 'Remove the passkey (Old phone)' }).click();
    await expect(page.getByText('You have no passkeys yet.')).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${ORIGIN}/login`);
    // The form itself explains that it needs JavaScript.
    await expect(page.getByText('A passkey needs JavaScript.')).toBeHidden();
    await scripted.context().close();
  });
});
