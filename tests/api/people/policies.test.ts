import { expect, test } from 'vitest';

import { policies, readPolicyPdf, readPolicyText } from '#demo/policies.ts';
import { replacePolicy } from '#lib/server/people/policies/publishing.ts';
import { getPolicy, toSections } from '#lib/server/people/policies/service.ts';
import { hashText, isSummarized, SUMMARIZED } from '#lib/server/people/policies/summaries.ts';
import { deleteOrphanedFiles } from '#lib/server/platform/images/service.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const ALL = '/api/admin/policies/common/all';
const HOUR = 3_600_000;
const PDF = Buffer.from('%PDF-1.7\n%%EOF');

const put = (site: Site, pdf: Buffer = PDF, text = 'We keep little.') =>
  replacePolicy(site.services, pdf, {
    kind: 'data_privacy_guidelines',
    title: 'Data Privacy Guidelines',
    text,
    updated_at: 1e12,
  });

const source = async (site: Site): Promise<string> =>
  (await site.guest().get(ALL)).body['data'].data_privacy_guidelines.content;

test('a guest gets the URLs of the PDFs, or null', async () => {
  const site = await openSite();
  expect((await site.guest().get(ALL)).body['data']).toEqual({
    licensing_terms: { content: null },
    data_privacy_guidelines: { content: null },
    terms_and_conditions: { content: null },
  });
  await put(site);
  expect(await source(site)).toMatch(/^\/media\/[\w-]{22}\.pdf$/);
});

test('a PDF is served unchanged, immutable, as an attachment', async () => {
  const site = await openSite();
  const pdf = await readPolicyPdf('data_privacy_guidelines');
  await put(site, pdf);
  const response = await site.guest().send(await source(site));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(pdf.equals(await response.bytes())).toBe(true);
});

test('a new version replaces the old one, whose file stays', async () => {
  const site = await openSite();
  await put(site);
  const before = await source(site);
  await put(site, PDF, 'We keep nothing.');
  const after = await source(site);
  expect(after).not.toBe(before);
  site.advanceClock(2 * HOUR);
  await deleteOrphanedFiles(site.services);
  for (const url of [before, after]) expect((await site.guest().get(url)).status).toBe(200);
});

test('a file that is not a PDF is rejected and not stored', async () => {
  const site = await openSite();
  for (const [bytes, code] of [
    ['<html>', 'not_a_pdf'],
    ['', 'pdf_empty'],
  ] as const)
    await expect(put(site, Buffer.from(bytes))).rejects.toMatchObject({ code });
  expect(await Array.fromAsync(site.services.files.list())).toEqual([]);
});

test('the text is split into sections', async () => {
  const site = await openSite();
  await put(
    site,
    PDF,
    'Before all.\n\n## 1. Promise\n\nWe sell nothing.\n\nNor do we rent.\n\n## 2. End',
  );
  const ctx = {
    ...site.services,
    viewer: null,
    ip: '',
    requestId: '',
    hasLeft: () => false,
    cachePolicy: null,
  };
  const policy = await getPolicy(ctx, 'data_privacy_guidelines');
  expect(policy?.size).toBe(PDF.length);
  expect(policy?.sections).toEqual([
    { heading: null, paragraphs: ['Before all.'] },
    { heading: '1. Promise', paragraphs: ['We sell nothing.', 'Nor do we rent.'] },
    { heading: '2. End', paragraphs: [] },
  ]);
});

test('the catalogs summarize the current texts; a changed text needs a new summary', async () => {
  for (const kind of policies) {
    const sections = toSections(await readPolicyText(kind));
    expect(SUMMARIZED[kind], 'the hash of what is summarized').toBe(hashText(sections));
    expect(isSummarized({ kind, sections })).toBe(true);
    expect(isSummarized({ kind, sections: sections.slice(1) })).toBe(false);
  }
});
