// `npm run check`: runs all checks of the sources concurrently, and prints the output of failed ones.
import { styleText } from 'node:util';

import { writeMessageParams } from '#scripts/generate/messages.ts';
import { run, say } from '#scripts/lib/run.ts';

const WARNINGS = ['--minimumSeverity', 'warning', '--minimumFailingSeverity', 'warning'];

const CHECKS = {
  format: ['oxfmt', '--check'],
  'lint and types': [
    'oxlint',
    '--type-aware',
    '--type-check',
    '--report-unused-disable-directives',
  ],
  // TypeScript files are checked above, which takes a third of the time.
  'types of components': ['astro', 'check', '--tsconfig', 'tsconfig.astro.json', ...WARNINGS],
  'dead code': ['knip', '--no-progress'],
  nouns: ['node', 'scripts/lint/nouns.ts'],
  words: ['node', 'scripts/lint/words.ts'],
  wording: ['node', 'scripts/lint/wording.ts'],
};

const env = { ASTRO_TELEMETRY_DISABLED: '1' };

async function check([name, command]: [string, string[]]): Promise<boolean> {
  const { ok, output, seconds } = await run(command, { env, quiet: true });
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
  say(`${mark} ${name} (${seconds} s)${ok ? '' : `\n${output}`}`);
  return ok;
}

writeMessageParams();
const results = await Promise.all(Object.entries(CHECKS).map(check));
if (!results.every(Boolean)) process.exitCode = 1;
