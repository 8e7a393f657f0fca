import { POLICIES, POLICY_TITLES, policyKind } from '#lib/contract/policies.ts';
import { replacePolicy as replace } from '#lib/server/policies/service.ts';

import { readBytes, readText } from './files.ts';
import { pdfText } from './pdf-text.ts';
import { Mistake, type Verb } from './verb.ts';

const NAMES = Object.values(POLICIES);

/** @returns the text of a PDF @throws Mistake when it holds none that can be read */
async function textOf(pdf: Uint8Array): Promise<string> {
  const text = await pdfText(pdf).catch((error: Error) => {
    throw new Mistake(
      `The text cannot be read out of this PDF (${error.message}): give it with --text.`,
    );
  });
  if (text === '')
    throw new Mistake('There is no text in this PDF, only pictures: give it with --text.');
  return text;
}

export const replacePolicy: Verb = {
  does: 'puts a new PDF in the place of a legal document',
  words: ['<document>', '<file.pdf>'],
  options: { text: '<file.txt>', title: '"…"' },
  more: [
    `The document is one of ${NAMES.join(', ')}.`,
    'The text that stands beside the PDF is read out of it, unless it is given with --text:',
    'blank lines part its paragraphs, "## " begins a heading.',
  ],
  async read({ words: [name, file = ''], options }) {
    const kind = policyKind(name);
    if (!kind) throw new Mistake(`The document is one of ${NAMES.join(', ')}.`);
    const title = options['title'] ?? POLICY_TITLES[kind];
    const pdf = await readBytes(file);
    const text = options['text'] ? await readText(options['text']) : await textOf(pdf);
    // The page has the title above the text.
    const words = text.replace(`## ${title}\n\n`, '');
    return async (services) => {
      await replace(services, pdf, { kind, title, text: words, updated_at: services.now() });
      return `${title} was replaced; every server shows it within a second.`;
    };
  },
};
