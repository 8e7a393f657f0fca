import { expect, test } from 'vitest';

import { policies, readPolicyPdf } from '#demo/policies.ts';
import { pdfText } from '#scripts/operator/pdf-text.ts';

// A hyphen at a line's end cannot be told from one that was always there.
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
    // Where a page ends with a sentence, nobody can tell whether the paragraph does.
    expect(plain(pieces.join(''))).toBe(plain(wanted.join('')));
    expect(pieces.length - wanted.length).toBeLessThanOrEqual(1);
  },
);

test('a file that is not a PDF is an error', async () => {
  await expect(pdfText(Buffer.from('nothing'))).rejects.toThrow(/PDF/);
});
