// The plain forms of the exchange's page.
import { expect, test } from 'vitest';

import { GUIMBA, listAlerts, saveAlert } from '#tests/support/alerts.ts';
import type { Browser } from '#tests/support/http-browser.ts';
import { type PlainFormTarget, sendPlainForm } from '#tests/support/plain-forms.ts';
import { openSite } from '#tests/support/site.ts';

const PAGE = `/exchange?material=rice-straw&town=${GUIMBA}&within=25`;

const sendForm = (browser: Browser, fields: Record<string, string>, to: PlainFormTarget = {}) =>
  sendPlainForm(browser, fields, { path: PAGE, ...to });

const codeOf = async (response: Response) => [response.status, (await response.json()).code];

const expectCode = async (sent: Promise<Response>, expected: unknown[]) =>
  expect(await codeOf(await sent)).toEqual(expected);

test('the button saves what the page shows, and leads to the list', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  for (const _ of ['once', 'again']) {
    const { status, headers } = await sendForm(jun, { action: 'save' });
    expect([status, headers.get('location')]).toEqual([303, `${PAGE}#alerts`]);
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const search = { material: 'rice-straw', town: GUIMBA, within: 25, kind: null, free: false };
  expect(await listAlerts(jun)).toMatchObject([search]);
});

test('the buttons of an alert pause, resume and delete it', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const alert_id = await saveAlert(jun);
  for (const [action, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    expect((await sendForm(jun, { action, alert_id })).status).toBe(303);
    expect(await listAlerts(jun)).toMatchObject([{ paused }]);
  }
  // A button may be pressed twice.
  for (const _ of ['once', 'again'])
    expect((await sendForm(jun, { action: 'delete', alert_id })).status).toBe(303);
  expect(await listAlerts(jun)).toEqual([]);
});

test('a form without a token, from another site or of another type changes nothing', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.signedIn(), await site.signedIn()];
  const save = { action: 'save' };
  await expectCode(sendForm(jun, { ...save, csrf_token: '' }), [403, 'invalid_csrf_token']);
  const others = { ...save, csrf_token: await ana.token() };
  await expectCode(sendForm(jun, others), [403, 'invalid_csrf_token']);
  const foreign = { headers: { origin: 'https://evil.example' } };
  await expectCode(sendForm(jun, save, foreign), [403, 'cross_origin']);
  const plain = { headers: { 'content-type': 'text/plain' } };
  await expectCode(sendForm(jun, save, plain), [415, 'unsupported_media_type']);
  expect(await listAlerts(jun)).toEqual([]);
});

test('an unknown button or alert gets its error', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.signedIn(), await site.signedIn()];
  const alert_id = await saveAlert(ana);
  const missing = [404, 'alert_not_found'];
  await expectCode(sendForm(jun, { action: 'pause', alert_id }), missing);
  await expectCode(sendForm(jun, { action: 'pause', alert_id: 'x' }), missing);
  await expectCode(sendForm(ana, { action: 'dance', alert_id }), [400, 'invalid']);
  expect(await listAlerts(ana)).toMatchObject([{ paused: false }]);
});

test('a guest is led to sign-in, and back to the search', async () => {
  const site = await openSite();
  const { status, headers } = await sendForm(site.guest(), { action: 'save' });
  expect([status, headers.get('location')]).toEqual([
    303,
    `/login?redirect=${encodeURIComponent(PAGE)}`,
  ]);
});

test('other pages still take no form', async () => {
  const site = await openSite();
  const response = await sendForm(await site.signedIn(), { action: 'save' }, { path: '/about' });
  expect(await codeOf(response)).toEqual([405, 'method_not_allowed']);
});
