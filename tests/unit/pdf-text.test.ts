import { expect, test } from 'vitest';

import { policies, readPolicyPdf } from '#demo/policies.ts';
import { pdfText } from '#scripts/operator/pdf-text.ts';

// A hyphen at the end of a line cannot be distinguished from a real one.
const plain = (text: string) => text.replaceAll(/[-\s]/g, '');

test.each(policies)(
  'the text of $title is extracted from its PDF, without the page footers',
  async (policy) => {
    const [head, since, ...pieces] = (await pdfText(await readPolicyPdf(policy))).split('\n\n');
    expect(head).toBe(`## ${policy.title}`);
    expect(since).toMatch(/^Glean co-operative\. In force since/);
    const wanted = policy.sections.flatMap(({ heading, paragraphs }) => [
      `## ${heading}`,
      ...paragraphs,
    ]);
    // A paragraph may continue on the next page.
    expect(plain(pieces.join(''))).toBe(plain(wanted.join('')));
    expect(pieces.length - wanted.length).toBeLessThanOrEqual(1);
  },
);

test('a file that is not a PDF is an error', async () => {
  await expect(pdfText(Buffer.from('nothing'))).rejects.toThrow(/PDF/);
});
