// Requests that succeed, by call.
import { newId } from '#lib/server/platform/new-id.ts';
import { GUIMBA } from '#tests/support/nouns/alerts.ts';
import { codeIn, deliveredEmails } from '#tests/support/nouns/emails.ts';
import type { Everything } from '#tests/support/nouns/everything.ts';
import { writeGuide } from '#tests/support/nouns/guides.ts';
import { firstReason } from '#tests/support/nouns/moderation.ts';
import { mondayIn } from '#tests/support/nouns/season.ts';
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

import type { Make } from './example.ts';
import { upload } from './upload.ts';

/** Prepares the data of the examples. */
function prepare(site: Site) {
  const guide = async () => {
    const as = await signedInStaff(site);
    const { guide_id: id, version } = await writeGuide(as);
    return { as: as as Browser, ids: { id }, body: { version } };
  };
  const member = async () => ({ ids: { id: (await site.member()).id } });
  const reason = async () => {
    const as = await signedInStaff(site);
    return { as: as as Browser, ids: { id: (await firstReason(as)).reason_id } };
  };
  const because = { reason: 'They asked for it.' };
  const audience = { to: 'everyone' };
  const until = new Date(site.services.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const invitation = { note: 'Meeting', max_uses: 5, until };
  const invited = async () => {
    const as = await signedInStaff(site);
    const { body } = await as.post('/api/admin/invitations', invitation);
    return { as: as as Browser, ids: { id: body['data'].invitation_id as string } };
  };
  return { guide, member, reason, because, audience, until, invitation, invited };
}

const staffPart1 = (site: Site) => {
  const { guide, member, because } = prepare(site);
  return {
    'GET /admin/guides/:id': guide,
    'PUT /admin/guides/:id': async () => {
      const { body, ...rest } = await guide();
      return { ...rest, body: { ...body, title: 'Straw', cover: null, blocks: [] } };
    },
    'DELETE /admin/guides/:id': guide,
    'POST /admin/guides/:id/images': async () => ({
      ...(await guide()),
      body: await upload('image'),
    }),
    'POST /admin/guides/:id/publish': guide,
    'POST /admin/guides/:id/unpublish': guide,
    'POST /admin/guides/:id/restore': async () => {
      const { as, ids, body } = await guide();
      await as.change('DELETE', `/api/admin/guides/${ids.id}`, body);
      return { as, ids };
    },
    'GET /admin/members/:id': member,
    'POST /admin/members/:id/contact': member,
    'GET /admin/schedule': () => ({ query: '?material=rice-straw' }),
    'PATCH /admin/schedule': () => ({
      body: {
        material: 'rice-straw',
        cells: [{ town: GUIMBA, week: mondayIn(site, 1), hectares: 120 }],
      },
    }),
    'PATCH /admin/members/:id/role': async () => ({ ...(await member()), body: { role: 'feed' } }),
    'POST /admin/members/:id/disable': async () => ({ ...(await member()), body: because }),
    'POST /admin/members/:id/enable': async () => ({ ...(await member()), body: because }),
    'DELETE /admin/members/:id/sessions': member,
    'POST /admin/members/:id/password-reset': member,
    'POST /admin/members/:id/email': async () => ({
      ...(await member()),
      body: { email: 'new@glean.example' },
    }),
  } satisfies Record<string, Make>;
};

const staffPart2 = (site: Site, all: Everything) => {
  const { othersPost } = all;
  const { reason, audience, invitation, invited } = prepare(site);
  return {
    'POST /admin/members': () => ({
      body: {
        first_name: 'Ben',
        middle_name: '',
        last_name: 'Diaz',
        email: 'ben@glean.example',
        role: 'farmer',
      },
    }),
    'GET /admin/reports/post/:id': () => ({ ids: { id: othersPost } }),
    'POST /admin/reports/post/:id/decision': () => ({
      ids: { id: othersPost },
      body: { action: 'stays', note: 'It is fine.' },
    }),
    'POST /admin/moderation-reasons': () => ({ body: { text: 'Sells phones' } }),
    'PUT /admin/moderation-reasons/:id': async () => ({
      ...(await reason()),
      body: { text: 'Sells cars' },
    }),
    'DELETE /admin/moderation-reasons/:id': reason,
    'GET /admin/notifications/readers': () => ({ query: '?to=everyone' }),
    'POST /admin/notifications': () => ({
      body: { ...audience, key: newId(), title: 'Harvest', content: 'It begins.' },
    }),
    'POST /admin/stopped-addresses/resume': () => ({ body: { since: '2026-11-28' } }),
    'POST /admin/invitations': () => ({ body: invitation }),
    'GET /admin/invitations/:id': invited,
    'DELETE /admin/invitations/:id': invited,
  } satisfies Record<string, Make>;
};

const listWith = (name: string) => ({
  list: `Ines Cruz, farmer, Guimba, ${name}@farm.example`,
});

function importExamples(site: Site) {
  const imported = (name: string) => async () => {
    const as = await signedInStaff(site);
    const sent = await as.post('/api/admin/imports', listWith(name));
    return { as: as as Browser, ids: { id: sent.body['data'].import_id as string } };
  };
  return {
    'POST /admin/imports/preview': () => ({ body: listWith('ines') }),
    'POST /admin/imports': () => ({ body: listWith('iza') }),
    'GET /admin/imports/:id': imported('ivy'),
    'DELETE /admin/imports/:id': imported('ian'),
  } satisfies Record<string, Make>;
}

const SITE = { name: 'Ani', community: 'Ani Community', region: 'Ilocos', version: 0 };

/** A new contact of a site of its own, whose code was emailed. */
async function newContact() {
  const site = await openSite();
  const as = await signedInStaff(site);
  await as.change('PUT', '/api/admin/site', { ...SITE, contact_email: 'new@glean.example' });
  return { as: as as Browser, body: { code: codeIn(await deliveredEmails(site)) } };
}

export const staffExamples = (site: Site, all: Everything) => ({
  'PUT /admin/site': async () => ({
    as: (await signedInStaff(await openSite())) as Browser,
    body: { ...SITE, contact_email: 'hello@glean.example' },
  }),
  'POST /admin/site/contact': newContact,
  ...staffPart1(site),
  ...staffPart2(site, all),
  ...importExamples(site),
});
