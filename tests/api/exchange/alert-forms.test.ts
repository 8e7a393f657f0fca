// The plain forms of the exchange's page.
import { expect, test } from 'vitest';

import { GUIMBA, listAlerts, saveAlert } from '#tests/support/nouns/alerts.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { codeOf, redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const PAGE = `/exchange?kind=&material=rice-straw&town=${GUIMBA}&within=25`;

const send = (browser: Browser, fields: Record<string, string>, headers = {}, page = PAGE) =>
  sendForm(browser, page, fields, headers);

const expectCode = async (sent: Promise<Response>, expected: unknown[]) =>
  expect(await codeOf(await sent)).toEqual(expected);

test('the button saves the page’s search, and leads to the list', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  for (const _ of ['once', 'again']) {
    const saved = await send(jun, { action: 'save' });
    expect(redirectOf(saved)).toEqual([303, `${PAGE}#alerts`]);
    expect(saved.headers.get('cache-control')).toBe('no-store');
  }
  const search = { material: 'rice-straw', town: GUIMBA, within: 25, kind: null, free: false };
  expect(await listAlerts(jun)).toMatchObject([search]);
});

test('what a member’s search begins with is saved with it, and its day is not', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const page = `/exchange?town=${GUIMBA}&within=20&ready_by=2026-12-05`;
  const saved = await send(jun, { action: 'save' }, {}, page);
  expect(redirectOf(saved)).toEqual([
    303,
    `/exchange?kind=offer&town=${GUIMBA}&within=20&ready_by=2026-12-05#alerts`,
  ]);
  expect(await listAlerts(jun)).toMatchObject([
    { kind: 'offer', material: null, town: GUIMBA, within: 20, free: false },
  ]);
});

test('the buttons of an alert pause, resume and delete it', async () => {
  const site = await openSite();
  const jun = await site.signedIn();
  const alert_id = await saveAlert(jun);
  for (const [action, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    expect((await send(jun, { action, alert_id })).status).toBe(303);
    expect(await listAlerts(jun)).toMatchObject([{ paused }]);
  }
  // A button may be pressed twice.
  for (const _ of ['once', 'again'])
    expect((await send(jun, { action: 'delete', alert_id })).status).toBe(303);
  expect(await listAlerts(jun)).toEqual([]);
});

test('a form without a token, from another site or of another type changes nothing', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.signedIn(), await site.signedIn()];
  const save = { action: 'save' };
  await expectCode(send(jun, { ...save, csrf_token: '' }), [403, 'invalid_csrf_token']);
  const others = { ...save, csrf_token: await ana.token() };
  await expectCode(send(jun, others), [403, 'invalid_csrf_token']);
  const foreign = { origin: 'https://evil.example' };
  await expectCode(send(jun, save, foreign), [403, 'cross_origin']);
  const plain = { 'content-type': 'text/plain' };
  await expectCode(send(jun, save, plain), [415, 'unsupported_media_type']);
  expect(await listAlerts(jun)).toEqual([]);
});

test('an unknown button or alert gets its error', async () => {
  const site = await openSite();
  const [jun, ana] = [await site.signedIn(), await site.signedIn()];
  const alert_id = await saveAlert(ana);
  const missing = [404, 'alert_not_found'];
  await expectCode(send(jun, { action: 'pause', alert_id }), missing);
  await expectCode(send(jun, { action: 'pause', alert_id: 'x' }), missing);
  await expectCode(send(ana, { action: 'dance', alert_id }), [400, 'invalid']);
  expect(await listAlerts(ana)).toMatchObject([{ paused: false }]);
});

test('a guest is sent to the login, and back to the search', async () => {
  const site = await openSite();
  expect(redirectOf(await send(site.guest(), { action: 'save' }))).toEqual([
    303,
    `/login?redirect=${encodeURIComponent(PAGE)}`,
  ]);
});

test('other pages still accept no form', async () => {
  const site = await openSite();
  const response = await sendForm(await site.signedIn(), '/about', { action: 'save' });
  expect(await codeOf(response)).toEqual([405, 'method_not_allowed']);
});
