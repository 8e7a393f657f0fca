// What staff set for the site: its names and taglines, and the contact, which is proven by a code.
import { afterEach, expect, test } from 'vitest';

import { LIMITS } from '#lib/server/app/site-settings/service.ts';
import { NEW_SITE, setSite, site as shown } from '#lib/site.ts';
import { codeIn, deliveredEmails } from '#tests/support/nouns/emails.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import { redirectOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite } from '#tests/support/site/site.ts';

const SITE = '/api/admin/site';
const PAGE = '/staff/site';
const ANI = {
  name: 'Ani',
  community: 'Kooperatiba ng Ani',
  region: 'Ilocos Norte',
  taglines: { en: 'Nothing is left over.', fil: '' },
  contact_email: NEW_SITE.contactEmail,
  app_download_url: '',
};
const NEW = 'kumusta@ani.example';

afterEach(() => setSite(0, NEW_SITE));

test('staff change the site’s names, and each is shown at once', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const before = await staff.get(SITE);
  expect(before.body['data']).toMatchObject({ name: 'Glean', version: 0, pending_contact: null });
  const { status, body } = await staff.change('PUT', SITE, { ...ANI, version: 0 });
  expect([status, body['data']]).toEqual([
    200,
    { ...ANI, taglines: { en: ANI.taglines.en }, version: 1, pending_contact: null },
  ]);
  expect([shown.name, shown.region, shown.taglines, shown.appDownloadUrl]).toEqual([
    'Ani',
    'Ilocos Norte',
    { en: 'Nothing is left over.' },
    '',
  ]);
  expect(await actsOf(site, 'site.changed')).toMatchObject([{ actor_id: staff.member.id }]);
});

test('a change that is based on an older version changes nothing', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  await staff.change('PUT', SITE, { ...ANI, version: 0 });
  for (const version of [0, 2]) {
    const { status, body } = await staff.change('PUT', SITE, { ...ANI, name: 'Other', version });
    expect([status, body['code']]).toEqual([409, 'site_changed']);
  }
  expect((await staff.get(SITE)).body['data']).toMatchObject({ name: 'Ani', version: 1 });
});

test('a new contact takes effect with the code that is emailed from it and to it', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const form = { ...ANI, taglines: '', version: '0', action: 'save', contact_email: NEW };
  expect(redirectOf(await sendForm(staff, PAGE, form))).toEqual([303, `${PAGE}?done=code#contact`]);
  expect(shown).toMatchObject({ name: 'Ani', contactEmail: NEW_SITE.contactEmail });
  const emails = await deliveredEmails(site);
  expect(emails.at(-1)).toMatch(new RegExp(`^From: Ani <${NEW}>`, 'm'));
  expect(emails.at(-1)).toContain(`<${NEW}>`);
  const code = codeIn(emails);
  const wrong = code === '00000000' ? '00000001' : '00000000';
  expect((await staff.post(`${SITE}/contact`, { code: wrong })).body['code']).toBe('wrong_code');
  expect(shown.contactEmail).toBe(NEW_SITE.contactEmail);
  const proven = await sendForm(staff, PAGE, { action: 'contact', code });
  expect(redirectOf(proven)).toEqual([303, `${PAGE}?done=contact`]);
  expect(shown.contactEmail).toBe(NEW);
  // It works once.
  expect((await staff.post(`${SITE}/contact`, { code })).body['code']).toBe('site_changed');
});

test('a code can only be tried a few times, and only for ten minutes', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  await staff.change('PUT', SITE, { ...ANI, contact_email: NEW, version: 0 });
  const code = codeIn(await deliveredEmails(site));
  const wrong = code === '00000000' ? '00000001' : '00000000';
  for (let tries = 0; tries < LIMITS.contactCode.points; tries += 1)
    await staff.post(`${SITE}/contact`, { code: wrong });
  expect((await staff.post(`${SITE}/contact`, { code })).status).toBe(429);
  expect(shown.contactEmail).toBe(NEW_SITE.contactEmail);
});

test('what is no name, address or link is rejected, with its field', async () => {
  const staff = await signedInStaff(await openSite());
  for (const [field, value, code] of [
    ['name', ' ', 'site_text_required'],
    ['name', 'x'.repeat(31), 'too_long'],
    ['contact_email', 'nobody', 'email_invalid'],
    ['app_download_url', 'javascript:alert(1)', 'app_link_invalid'],
  ] as const) {
    const { status, body } = await staff.change('PUT', SITE, {
      ...ANI,
      [field]: value,
      version: 0,
    });
    expect([status, body['field_codes']?.[field]]).toEqual([400, code]);
  }
});

test('members cannot read or change it', async () => {
  const site = await openSite();
  const member = await site.signedIn();
  expect((await member.get(SITE)).status).toBe(403);
  expect((await member.change('PUT', SITE, { ...ANI, version: 0 })).status).toBe(403);
  expect(shown.name).toBe('Glean');
});
