// For the operator: puts a new PDF in the place of a legal document.
//   node scripts/policy.ts replace <licensing-terms|data-privacy|terms-and-conditions> <file.pdf>
//     [--text file.txt]   the same as text; read out of the PDF when absent
//     [--title "…"]       the document's name; the one it has when absent
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { POLICIES, POLICY_TITLES, policyKind } from '#lib/contract/policies.ts';
import { ConfigError, readConfig } from '#lib/server/config.ts';
import { replacePolicy } from '#lib/server/domain/policies.ts';
import { Refusal } from '#lib/server/domain/refusals.ts';
import { openServer } from '#lib/server/services.ts';

import { pdfText } from './policy/pdf-text.ts';
import './settings.ts';

const USAGE = `Usage: node scripts/policy.ts replace <${Object.values(POLICIES).join('|')}> <file.pdf> [--text file.txt] [--title "…"]`;

/** Something the operator can put right. */
class Mistake extends Error {}

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { text: { type: 'string' }, title: { type: 'string' } },
  });
  const [verb, name, file] = positionals;
  const kind = policyKind(name);
  if (verb !== 'replace' || !kind || !file || positionals.length > 3) throw new Mistake(USAGE);
  return { kind, file, ...values };
}

async function readText(pdf: Uint8Array, file: string | undefined): Promise<string> {
  if (file) return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n').trim();
  const text = await pdfText(pdf).catch((error: Error) => {
    throw new Mistake(
      `The text cannot be read out of this PDF (${error.message}): give it with --text.`,
    );
  });
  if (text === '')
    throw new Mistake('There is no text in this PDF, only pictures: give it with --text.');
  return text;
}

async function replace(): Promise<void> {
  const { kind, file, text, title = POLICY_TITLES[kind] } = readCommand();
  const pdf = await readFile(file);
  // The page has the title above the text.
  const words = (await readText(pdf, text)).replace(`## ${title}\n\n`, '');
  const server = await openServer(readConfig(process.env));
  try {
    const updated_at = server.services.now();
    await replacePolicy(server.services, pdf, { kind, title, text: words, updated_at });
  } finally {
    await server.close();
  }
  console.log(`${title} was replaced; every server shows it within a second.`);
}

try {
  await replace();
} catch (error) {
  const isMistake =
    error instanceof Mistake || error instanceof ConfigError || error instanceof Refusal;
  console.error(isMistake ? error.message : error);
  process.exitCode = 1;
}
