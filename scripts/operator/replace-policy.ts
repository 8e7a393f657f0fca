import { POLICIES, POLICY_TITLES, policyKind } from '#lib/contract/people/policies.ts';
import { pdfText } from '#lib/server/people/policies/pdf-text.ts';
import { replacePolicy as replace, withoutTitle } from '#lib/server/people/policies/publishing.ts';

import { UsageError, type Command } from './command.ts';
import { readBytes, readText } from './files.ts';

const NAMES = Object.values(POLICIES);

/**
 * Extracts the text of a PDF.
 * @throws UsageError when it has no text
 */
async function extractText(pdf: Uint8Array): Promise<string> {
  const text = await pdfText(pdf).catch((error: Error) => {
    throw new UsageError(
      `The text of this PDF cannot be extracted (${error.message}): give it with --text.`,
    );
  });
  if (text === '')
    throw new UsageError('This PDF contains no text, only images: give it with --text.');
  return text;
}

export const replacePolicy: Command = {
  summary: 'replaces the PDF of a legal document',
  args: ['<document>', '<file.pdf>'],
  options: { text: '<file.txt>', title: '"…"' },
  details: [
    `The document is one of ${NAMES.join(', ')}.`,
    'The text beside the PDF is extracted from it, unless --text gives it:',
    'blank lines separate paragraphs, "## " starts a heading.',
  ],
  async read({ args: [name, file = ''], options }) {
    const kind = policyKind(name);
    if (!kind) throw new UsageError(`The document is one of ${NAMES.join(', ')}.`);
    const title = options['title'] ?? POLICY_TITLES[kind];
    const pdf = await readBytes(file);
    const text = options['text'] ? await readText(options['text']) : await extractText(pdf);
    const body = withoutTitle(text, title);
    return async (services) => {
      await replace(services, pdf, { kind, title, text: body, updated_at: services.now() });
      return `${title} was replaced; every server shows it within a second.`;
    };
  },
};
