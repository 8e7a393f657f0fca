// Floods of applications and guesses from one network, and honest applicants from others.
import { expect, test } from 'vitest';

import { LIMITS } from '#lib/server/people/applications/apply.ts';
import { LIMITS as GUESSES } from '#lib/server/people/invitations/service.ts';
import { applyFor, JOIN, makeInvitation, signInStaff } from '#tests/support/nouns/joining.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

const PROXY = { TRUSTED_PROXIES: '127.0.0.1' };
const ATTACKER = '203.0.113.66';

/** Applies from an IP address, as forwarded by a trusted proxy. */
const send = (browser: Browser, given: object, ip: string) =>
  applyFor(browser, given, { 'x-forwarded-for': ip });

/** Looks up an invitation from an IP address. */
const look = (browser: Browser, code: string, ip: string) =>
  browser.get(`${JOIN}/terms?invitation=${code}`, { 'x-forwarded-for': ip });

test('200 applications from one network are limited; an applicant from another is not', async () => {
  const site = await openSite(PROXY);
  const from = (ip: string, email: string) => send(site.guest(), { email }, ip);
  const statuses = new Map<number, number>();
  for (let nth = 0; nth < 200; nth += 1) {
    const { status } = await from(ATTACKER, `bot${nth}@farm.example`);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const taken = LIMITS.joinIp.points;
  expect(Object.fromEntries(statuses)).toEqual({ 201: taken, 429: 200 - taken });
  expect((await from('198.51.100.7', 'honest@farm.example')).status).toBe(201);
});

test('5,000 guesses of codes are limited, but a right code still works, even from that network', async () => {
  const site = await openSite(PROXY);
  const staff = await signInStaff(site);
  const { code } = await makeInvitation(staff, site);
  const attacker = site.guest();
  const statuses = new Map<number, number>();
  for (let nth = 0; nth < 5000; nth += 1) {
    const guess = String(nth).padStart(22, 'A');
    const { status } = await look(attacker, guess, ATTACKER);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(statuses.get(404)).toBe(GUESSES.invitationGuess.points);
  expect(statuses.get(429)).toBe(5000 - GUESSES.invitationGuess.points);
  expect((await look(site.guest(), code, '198.51.100.7')).status).toBe(200);
  const sent = await send(site.guest(), { invitation: code }, ATTACKER);
  expect(sent.status).toBe(201);
});

test('one network causes only a few emails to an address, with or without an account', async () => {
  const site = await openSite(PROXY);
  const known = await site.member();
  for (const email of [known.email, 'nobody@farm.example']) {
    const statuses = [];
    for (let nth = 0; nth < 6; nth += 1)
      statuses.push((await send(site.guest(), { email }, '198.51.100.9')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429]);
    // Attempts by others do not lock out the owner.
    expect((await send(site.guest(), { email }, '198.51.100.10')).status).toBe(201);
  }
});

test('all networks together cause only a few emails a day to an address', async () => {
  const site = await openSite(PROXY);
  const { email } = await site.member();
  for (const address of [email, 'nobody@farm.example']) {
    const statuses = [];
    for (let nth = 0; nth <= LIMITS.joinAddress.points; nth += 1)
      statuses.push((await send(site.guest(), { email: address }, `198.51.100.${nth}`)).status);
    expect(statuses).toEqual([...Array(LIMITS.joinAddress.points).fill(201), 429]);
  }
});
