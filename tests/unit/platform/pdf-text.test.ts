import { expect, test } from 'vitest';

import { policies, readPolicyPdf, readPolicyText } from '#demo/policies.ts';
import { POLICY_TITLES } from '#lib/contract/people/policies.ts';
import { pdfText } from '#lib/server/people/policies/pdf-text.ts';

// A hyphen at the end of a line cannot be distinguished from a real one.
const plain = (text: string) => text.replaceAll(/[-\s]/g, '');

test.each(policies)('the text of %s is extracted, without the page footers', async (kind) => {
  const [head, since, ...pieces] = (await pdfText(await readPolicyPdf(kind))).split('\n\n');
  expect(head).toBe(`## ${POLICY_TITLES[kind]}`);
  expect(since).toMatch(/^Glean cooperative\. Effective 2 September 2024/);
  const wanted = await readPolicyText(kind);
  // A paragraph may continue on the next page.
  expect(plain(pieces.join(''))).toBe(plain(wanted));
  expect(pieces.length - wanted.split('\n\n').length).toBeLessThanOrEqual(1);
});

test('a file that is not a PDF is an error', async () => {
  await expect(pdfText(Buffer.from('nothing'))).rejects.toThrow(/PDF/);
});
