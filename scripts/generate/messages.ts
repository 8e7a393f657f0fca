// `node scripts/generate/messages.ts`: sorts the catalogs by key, and generates the types of message parameters.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { type Param, paramsOf, parseMessage } from '#lib/messages/parse-message.ts';
import { root } from '#scripts/lib/run.ts';

const FOLDER = join(root, 'src/lib/messages');
const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

const TYPES: Record<Param['kind'], string> = {
  text: 'string | number',
  count: 'number',
  choice: 'string',
};

const WIDTH = 100;

/** Generates the module with the types of message parameters. */
function writeTypes(source: Readonly<Record<string, string>>): string {
  const lines = Object.entries(source)
    .toSorted(byKey)
    .map(([key, text]) => {
      const params = paramsOf(parseMessage(text, SOURCE));
      const fields = params.map((param) => `${param.name}: ${TYPES[param.kind]}`);
      if (fields.length === 0) return '';
      const line = `  '${key}': { ${fields.join('; ')} };`;
      // Breaks lines like the formatter.
      return line.length <= WIDTH ? line : `  '${key}': {\n    ${fields.join(';\n    ')};\n  };`;
    })
    .filter(Boolean);
  return `// Written by \`node scripts/generate/messages.ts\`.\n\n/** The parameters of messages, by key; messages without parameters are left out. */\nexport interface MessageParams {\n${lines.join('\n')}\n}\n`;
}

const PARAMS = join(FOLDER, 'message-params.ts');

/** Updates the types of message parameters, which are not in git. */
export function writeMessageParams(): void {
  const types = writeTypes(catalogues[SOURCE] ?? {});
  if (!existsSync(PARAMS) || readFileSync(PARAMS, 'utf8') !== types) writeFileSync(PARAMS, types);
}

if (import.meta.main) {
  for (const [language, catalogue] of Object.entries(catalogues)) {
    const sorted = Object.fromEntries(Object.entries(catalogue).toSorted(byKey));
    writeFileSync(join(FOLDER, `${language}.json`), `${JSON.stringify(sorted, null, 2)}\n`);
  }
  writeMessageParams();
}
