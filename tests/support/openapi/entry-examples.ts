// Requests that need an email, each on its own site.
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { deliveredEmails } from '#tests/support/nouns/emails.ts';
import {
  APPLICANT,
  APPLICATIONS,
  applyFor,
  NEW_PASSWORD,
  newestToken,
} from '#tests/support/nouns/joining.ts';
import { NEW, startReset, verifyCode } from '#tests/support/nouns/password-reset-requests.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';

async function applied() {
  const site = await openSite();
  await applyFor(site.guest());
  const staff = await signedInStaff(site);
  const { body } = await staff.get(APPLICATIONS);
  const ids = { id: body['data'].applications[0].application_id as string };
  return { site, as: staff as Browser, ids };
}

async function admitted() {
  const { site, as, ids } = await applied();
  await as.post(`${APPLICATIONS}/${ids.id}/admit`);
  return { as: site.guest(), body: { token: await newestToken(site), password: NEW_PASSWORD } };
}

async function reset() {
  const site = await openSite();
  const { email } = await site.member();
  return startReset(site, email);
}

async function emailChange() {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { id } = await site.member();
  await staff.post(`/api/admin/members/${id}/email`, { email: 'new@glean.example' });
  const emails = (await deliveredEmails(site)).join('\n').replaceAll(/=\r?\n/g, '');
  return { as: site.guest(), body: { token: /email-change\/([\w-]{43})/.exec(emails)?.[1] } };
}

async function exported() {
  const site = await openSite();
  const as = await site.loggedIn();
  await as.post('/api/web/account/export');
  await makeDueExports(site.services);
  return { as };
}

/** Examples that start with an email. */
export const ENTRY_EXAMPLES = {
  'POST /web/join': async () => ({ as: (await openSite()).guest(), body: APPLICANT }),
  'POST /web/join/confirm': admitted,
  'POST /admin/applications/:id/admit': applied,
  'POST /admin/applications/:id/decline': async () => ({
    ...(await applied()),
    body: { reason: 'It is for Central Luzon.' },
  }),
  'POST /web/auth/check-forgot-token': async () => {
    const { browser, token_id } = await reset();
    return { as: browser, body: { token_id } };
  },
  'POST /web/auth/verify-otp': async () => {
    const { browser, token_id, otp } = await reset();
    return { as: browser, body: { token_id, otp } };
  },
  'POST /web/auth/reset-password': async () => {
    const { browser, token_id, otp } = await reset();
    await verifyCode(browser, token_id, otp);
    return { as: browser, body: { token_id, password: NEW } };
  },
  'POST /web/email-changes': emailChange,
  'GET /web/account/export/file': exported,
} satisfies Record<string, Make>;
