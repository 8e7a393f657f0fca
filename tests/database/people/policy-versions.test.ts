// Staff replace policies after a preview.
import { readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { readPolicyPdf } from '#demo/policies.ts';
import { replacePolicy } from '#lib/server/people/policies/publishing.ts';
import { currentPolicyVersions } from '#lib/server/people/policies/service.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { agreeToAll } from '#tests/support/nouns/joining.ts';
import { makePdf } from '#tests/support/nouns/pdf.ts';
import { actsOf, signedInStaff } from '#tests/support/nouns/staff.ts';
import type { Browser } from '#tests/support/site/http-browser.ts';
import { codeOf, sendForm } from '#tests/support/site/send-form.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const POLICIES = '/api/admin/policies';
const ALL = `${POLICIES}/common/all`;
const PRIVACY = `${POLICIES}/data_privacy_guidelines`;
const kind = 'data_privacy_guidelines' as const;
const EMPTY_PDF = makePdf();
// Versions published by an operator are not parsed.
const FIRST_PDF = Buffer.from('%PDF-1.7\n%%EOF');

function upload(staff: Browser, pdf: Uint8Array, fields: Record<string, string> = {}) {
  const form = new FormData();
  form.append('pdf', new File([new Uint8Array(pdf)], 'privacy.pdf', { type: 'application/pdf' }));
  for (const [name, value] of Object.entries({ title: 'Privacy', ...fields }))
    form.append(name, value);
  return staff.change('PUT', `${PRIVACY}/draft`, form);
}

const publish = (staff: Browser, content: string) => staff.post(`${PRIVACY}/publish`, { content });

const discard = (staff: Browser) =>
  sendForm(staff, '/staff/policies/data-privacy', { action: 'discard' });

/** Publishes the first version, as an operator. */
const begin = (site: Site) =>
  replacePolicy(site.services, FIRST_PDF, {
    kind,
    title: 'Privacy',
    text: 'One.',
    updated_at: 1e12,
  });

const publicBytes = async (site: Site) => (await site.guest().send(ALL)).text();

test('staff see the text of a draft’s PDF, and others do not', async () => {
  const site = await openSite();
  await begin(site);
  const before = await publicBytes(site);
  const staff = await signedInStaff(site);
  const { status, body } = await upload(staff, await readPolicyPdf(kind));
  expect([status, body['data'].title]).toEqual([200, 'Privacy']);
  expect(body['data'].sections.length).toBeGreaterThan(3);
  expect(JSON.stringify(body['data'].sections)).toContain('Data Privacy Act');
  expect(await publicBytes(site)).toBe(before);
  expect(await currentPolicyVersions(site.services.db)).toEqual({ [kind]: 1 });
});

test('a published draft becomes the next version, and earlier ones stay', async () => {
  const site = await openSite();
  await begin(site);
  const old = JSON.parse(await publicBytes(site)).data[kind].content;
  const staff = await signedInStaff(site);
  const { content } = (await upload(staff, EMPTY_PDF, { text: 'Two.' })).body['data'];
  expect((await publish(staff, content)).body['data']).toEqual({ version: 2 });
  expect(JSON.parse(await publicBytes(site))).toEqual({
    data: {
      licensing_terms: { content: null },
      data_privacy_guidelines: { content },
      terms_and_conditions: { content: null },
    },
  });
  expect(await currentPolicyVersions(site.services.db)).toEqual({ [kind]: 2 });
  const { policies } = (await staff.get(POLICIES)).body['data'];
  expect(policies[1]).toMatchObject({ document: kind, draft: null });
  expect(policies[1].versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
  site.advanceClock(365 * 86_400_000);
  await deleteOrphanedFiles(site.services);
  for (const url of [old, content]) expect((await site.guest().send(url)).status).toBe(200);
  expect((await actsOf(site, 'policy.replaced')).at(-1)).toMatchObject({
    actor_id: staff.member.id,
    target_id: kind,
  });
});

test('staff can only publish what they have previewed', async () => {
  const site = await openSite();
  const [sol, ana] = [await signedInStaff(site), await signedInStaff(site)];
  const seen = (await upload(sol, EMPTY_PDF, { text: 'By Sol.' })).body['data'];
  await upload(ana, EMPTY_PDF, { text: 'By Ana.' });
  const late = await publish(sol, seen.content);
  expect([late.status, late.body['code']]).toEqual([409, 'policy_draft_changed']);
  expect(await currentPolicyVersions(site.services.db)).toEqual({});
});

test('of two concurrent publications of a draft, one succeeds', async () => {
  const site = await openSite();
  const editors = [await signedInStaff(site), await signedInStaff(site)];
  const [sol] = editors;
  if (!sol) throw new Error('There is no editor.');
  const { content } = (await upload(sol, EMPTY_PDF, { text: 'One.' })).body['data'];
  const sent = await Promise.all(editors.map((editor) => publish(editor, content)));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect(await currentPolicyVersions(site.services.db)).toEqual({ [kind]: 1 });
});

test('for a PDF without text, staff type it; other files are rejected', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const empty = await upload(staff, EMPTY_PDF);
  expect([empty.status, empty.body['field_codes']]).toEqual([
    422,
    { text: 'policy_text_required' },
  ]);
  const html = await upload(staff, Buffer.from('<html>'), { text: 'One.' });
  expect([html.status, html.body['field_codes']]).toEqual([415, { pdf: 'not_a_pdf' }]);
  const untitled = await upload(staff, EMPTY_PDF, { title: ' ' });
  expect(untitled.body['field_codes']).toEqual({ title: 'title_required' });
  expect(await Array.fromAsync(site.services.files.list())).toEqual([]);
  expect((await staff.get(`${PRIVACY}/draft`)).body['code']).toBe('policy_not_found');
});

test.each([
  ['damaged', () => Buffer.from(`%PDF-1.7\n${'1 0 obj<<'.repeat(50_000)}`)],
  ['cut off', () => makePdf().subarray(0, 60)],
  ['locked', () => readFile(new URL('../../support/nouns/locked.pdf', import.meta.url))],
] as const)('a %s PDF is rejected, also with its text typed', async (_, read) => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { status, body } = await upload(staff, await read(), { text: 'One.' });
  expect([status, body['field_codes']]).toEqual([400, { pdf: 'pdf_unreadable' }]);
  expect(await Array.fromAsync(site.services.files.list())).toEqual([]);
});

test('the current PDF is rejected as a draft', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { content } = (await upload(staff, EMPTY_PDF, { text: 'One.' })).body['data'];
  await publish(staff, content);
  const { status, body } = await upload(staff, EMPTY_PDF, { text: 'Two.' });
  expect([status, body['field_codes']]).toEqual([409, { pdf: 'policy_unchanged' }]);
  expect((await upload(staff, makePdf('Two'), { text: 'Two.' })).status).toBe(200);
});

test('the publisher counts as having agreed, and members who have not are listed in pages', async () => {
  const site = await openSite();
  // The tests' members have agreed to the first version.
  await begin(site);
  const [sol, ana] = [await signedInStaff(site), await signedInStaff(site, 'Ana')];
  const member = await site.signedIn();
  const list = async (query = '') =>
    (await sol.get(`${POLICIES}/missing-consents${query}`)).body['data'];
  expect(await list()).toEqual({ members: [], total: 0, nextCursor: null });
  const { content } = (await upload(sol, EMPTY_PDF, { text: 'One.' })).body['data'];
  expect((await publish(sol, content)).status).toBe(200);
  expect((await discard(sol)).status).toBe(303);
  expect(await codeOf(await discard(ana))).toEqual([403, 'consent_required']);
  const first = await list('?limit=1');
  expect([first.total, first.members[0].account_id]).toEqual([2, member.member.id]);
  const second = await list(`?limit=1&cursor=${first.nextCursor}`);
  expect([second.members[0].account_id, second.nextCursor]).toEqual([ana.member.id, null]);
  await agreeToAll(member);
  expect((await list()).total).toBe(1);
  expect((await member.get(`${POLICIES}/missing-consents`)).status).toBe(403);
});

test('only staff see the PDF of a draft, even after it is discarded', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const statuses = async (url: string) => [
    (await staff.send(url)).status,
    (await (await site.signedIn()).send(url)).status,
    (await site.guest().send(url)).status,
  ];
  const draft = (await upload(staff, EMPTY_PDF, { text: 'One.' })).body['data'].content;
  expect(await statuses(draft)).toEqual([200, 404, 404]);
  expect((await staff.send(draft)).headers.get('cache-control')).toBe('no-store');
  await staff.change('DELETE', `${PRIVACY}/draft`);
  expect((await statuses(draft)).slice(1)).toEqual([404, 404]);
  const { content } = (await upload(staff, EMPTY_PDF, { text: 'One.' })).body['data'];
  await publish(staff, content);
  expect(await statuses(content)).toEqual([200, 200, 200]);
});

test('a discarded draft is deleted with its file', async () => {
  const site = await openSite();
  const staff = await signedInStaff(site);
  const { content } = (await upload(staff, EMPTY_PDF, { text: 'One.' })).body['data'];
  for (const _ of ['once', 'again'])
    expect((await staff.change('DELETE', `${PRIVACY}/draft`)).status).toBe(200);
  expect((await publish(staff, content)).body['code']).toBe('policy_not_found');
  site.advanceClock(2 * 3_600_000);
  await deleteOrphanedFiles(site.services);
  expect((await site.guest().send(content)).status).toBe(404);
  expect(await actsOf(site, 'policy.discarded')).toHaveLength(1);
});

test('others only see the current documents', async () => {
  const site = await openSite();
  for (const [browser, status] of [
    [site.guest(), 401],
    [await site.signedIn(), 403],
  ] as const) {
    expect((await browser.get(ALL)).status).toBe(200);
    expect((await browser.get(POLICIES)).status).toBe(status);
    expect((await browser.get(`${PRIVACY}/draft`)).status).toBe(status);
    expect((await upload(browser, EMPTY_PDF)).status).toBe(status);
    expect((await publish(browser, 'x')).status).toBe(status);
    expect((await browser.change('DELETE', `${PRIVACY}/draft`)).status).toBe(status);
  }
});
