// `npm run check`: runs all checks of the sources concurrently, and prints the output of those that fail.
import { styleText } from 'node:util';

import { run, say } from './run.ts';

const CHECKS = {
  format: ['oxfmt', '--check'],
  lint: ['oxlint', '--type-aware', '--report-unused-disable-directives'],
  types: ['astro', 'check', '--minimumSeverity', 'warning', '--minimumFailingSeverity', 'warning'],
  'dead code': ['knip', '--no-progress'],
  words: ['node', 'scripts/lint/words.ts'],
};

const env = { ASTRO_TELEMETRY_DISABLED: '1' };

async function check([name, command]: [string, string[]]): Promise<boolean> {
  const { ok, output, seconds } = await run(command, { env, quiet: true });
  const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
  say(`${mark} ${name} (${seconds} s)${ok ? '' : `\n${output}`}`);
  return ok;
}

const results = await Promise.all(Object.entries(CHECKS).map(check));
if (!results.every(Boolean)) process.exitCode = 1;
