// Every email about an account is in the language of its reader, whole: in the language of tests no English word remains.
import { expect, test } from 'vitest';

import { CONFIRM_FIELD } from '#lib/contract/people/confirmations.ts';
import { PSEUDO } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { sendInvitations } from '#lib/server/app/imports/send-invitations.ts';
import {
  notifyOfApproval,
  notifyOfDecision,
  notifyOfResponse,
  notifyOfReversal,
} from '#lib/server/moderation/notify-member.ts';
import { addMember } from '#lib/server/people/managed-members/manage-members.ts';
import { replacePassword } from '#lib/server/people/passwords/change-password.ts';
import type { ModerationDecisionTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { makeDueExports } from '#lib/server/privacy/exports/make-exports.ts';
import { site as facts } from '#lib/site.ts';
import { englishIn } from '#tests/support/browser/screens/english-words.ts';
import { deliveredEmails, emailsTo, readEmail } from '#tests/support/nouns/emails.ts';
import { englishInEmails, namesIn, speak, unusedKeys } from '#tests/support/nouns/english-texts.ts';
import { bringIn, LIST, PAPER } from '#tests/support/nouns/imports.ts';
import {
  applyFor,
  APPLICATIONS,
  makeInvitation,
  signInStaff,
} from '#tests/support/nouns/joining.ts';
import { getAllNotifications } from '#tests/support/nouns/notification-requests.ts';
import { PASSKEYS, tryToAdd } from '#tests/support/nouns/passkeys.ts';
import {
  NEW,
  setNewPassword,
  startReset,
  verifyCode,
} from '#tests/support/nouns/password-reset-requests.ts';
import { makeToken } from '#tests/support/nouns/personal-tokens.ts';
import { MEMBERS } from '#tests/support/nouns/staff.ts';
import { requireOk } from '#tests/support/site/http-browser.ts';
import { sendForm } from '#tests/support/site/send-form.ts';
import { type MemberBrowser, openSite, PASSWORD, type Site } from '#tests/support/site/site.ts';

import { usedMessages } from './used-messages.ts';

const LEA = { first_name: 'Lea', middle_name: '', last_name: 'Manalo' };

/** What happens to the password and the keys of an account. */
async function changeKeys(site: Site, staff: MemberBrowser) {
  await runInLanguage(PSEUDO, () =>
    addMember(site.services, { ...LEA, email: 'lea@glean.example', role: 'gleaner' }),
  );
  const member = speak(await site.signedIn());
  const { email, id } = member.member;
  const { browser, token_id } = await startReset(site, email, speak(site.guest()));
  const sent = (await emailsTo(site, { email })).at(-1)?.text ?? '';
  const otp = /^(\d{8})$/m.exec(sent)?.[1] ?? 'no code';
  requireOk(await verifyCode(browser, token_id, otp));
  requireOk(await setNewPassword(browser, token_id));
  requireOk(await staff.post(`${MEMBERS}/${id}/password-reset`));
  const again = speak(await site.signedIn());
  const added = requireOk(await tryToAdd(again));
  await runInLanguage(PSEUDO, () =>
    transact(site.services, { invalidates: [] }, (tx) =>
      replacePassword(site.services, tx, again.member.id, NEW, null),
    ),
  );
  const third = speak(await site.signedIn(again.member));
  requireOk(await third.change('DELETE', `${PASSKEYS}/${added.body['data'].passkey_id}`));
  const owner = speak(await site.loggedIn());
  for (const scope of ['read', 'write'] as const) await makeToken(owner, { name: 'Dayami', scope });
  await sendForm(owner, '/profile/exchange', { action: 'make_calendar' });
}

async function changeAddress(site: Site, staff: MemberBrowser) {
  const { id } = await site.member();
  requireOk(await staff.post(`${MEMBERS}/${id}/email`, { email: 'new@glean.example' }));
  const sent = (await deliveredEmails(site)).map(readEmail);
  const link = sent.findLast(({ text }) => text.includes('/email-change/'))?.text ?? '';
  const token = /\/email-change\/([\w-]{43})/.exec(link)?.[1];
  requireOk(await speak(site.guest()).post('/api/web/email-changes', { token }));
}

async function leave(site: Site) {
  const member = speak(await site.loggedIn());
  requireOk(await member.post('/api/web/account/export'));
  await makeDueExports(site.services);
  requireOk(await member.post('/api/web/account/deletion', { [CONFIRM_FIELD]: PASSWORD }));
  const { email } = member.member;
  const login = { email, password: PASSWORD };
  requireOk(await speak(site.guest()).post('/api/web/auth/login', login));
}

async function joinIn(site: Site, staff: MemberBrowser) {
  for (const [email, decision, body] of [
    ['a@farm.example', 'admit', {}],
    ['b@farm.example', 'decline', { reason: 'Palay' }],
  ] as const) {
    requireOk(await applyFor(speak(site.guest()), { email }));
    const { applications } = (await staff.get(APPLICATIONS)).body['data'];
    const { application_id: id } = applications.find(
      (each: { email: string }) => each.email === email,
    );
    requireOk(await staff.post(`${APPLICATIONS}/${id}/${decision}`, body));
  }
  const { code: invitation } = await makeInvitation(staff, site);
  requireOk(await applyFor(speak(site.guest()), { email: 'c@farm.example', invitation }));
  requireOk(await applyFor(speak(site.guest()), { email: staff.member.email }));
  requireOk(await bringIn(staff, LIST, { ...PAPER, language: PSEUDO }));
  await sendInvitations(site.services);
}

async function sendNotes(site: Site) {
  const own = { language: PSEUDO, email: facts.contactEmail };
  const written = { language: 'ilo', note: 'Kumusta' };
  await site.member(own);
  for (const browser of [site.guest(), await site.signedIn()])
    expect((await sendForm(browser, '/languages', written)).status).toBe(303);
}

async function changeContact(staff: MemberBrowser) {
  const names = { name: 'Palay', community: 'Palay', region: 'Palay', version: 0 };
  const site = { ...names, contact_email: 'palay@glean.example' };
  requireOk(await staff.change('PUT', '/api/admin/site', site));
}

const KINDS = ['post', 'comment', 'avatar', 'name', 'warning', 'suspension', 'disabled'] as const;

async function decideAbout(site: Site, { id: memberId }: { id: string }) {
  const { services } = site;
  const inTransaction = (work: (tx: Parameters<typeof notifyOfDecision>[1]) => Promise<void>) =>
    transact(services, { invalidates: [] }, work);
  for (const kind of KINDS)
    for (const note of ['Kumusta', '']) {
      const decided = {
        id: newId(),
        kind,
        excerpt: note && 'Palay',
        reason: '',
        note,
        until: Date.now(),
      };
      const decision = decided as ModerationDecisionTable;
      await inTransaction((tx) => notifyOfDecision(services, tx, memberId, decision));
      await inTransaction((tx) => notifyOfReversal(services, tx, memberId, decision, null));
    }
  await inTransaction((tx) => notifyOfResponse(services, tx, memberId, 'Kumusta'));
  const post = { title: 'Palay', link: newId() };
  await inTransaction((tx) => notifyOfApproval(services, tx, memberId, post));
}

test('of emails about accounts, about joining, and of what staff decide', async () => {
  const site = await openSite({ TEST_LANGUAGES: PSEUDO }, { all: { language: PSEUDO } });
  const staff = await signInStaff(site);
  await changeKeys(site, staff);
  await changeAddress(site, staff);
  await leave(site);
  await joinIn(site, staff);
  await sendNotes(site);
  await changeContact(staff);
  const reader = speak(await site.signedIn());
  await decideAbout(site, reader.member);
  expect(await englishInEmails(site)).toEqual([]);
  const shown = await getAllNotifications(reader);
  const texts = shown.flatMap(({ title, content }) => [String(title), String(content)]);
  expect(englishIn(texts, await namesIn(site))).toEqual([]);
  expect(unusedKeys(usedMessages, /^(?:email\.(?!more|settings)|decision\.)/)).toEqual([]);
});
