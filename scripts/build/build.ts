// Builds the site with Astro, unless nothing has changed since the last build.
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { writeMessageParams } from '#scripts/generate/messages.ts';
import { root, run, say } from '#scripts/lib/run.ts';

import { compressFiles } from './compress.ts';
import { writeLicenses } from './licenses.ts';
import { packOfflineAssets } from './offline-assets.ts';

const INPUTS = [
  'src/**',
  'public/**',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build/**',
];
const STAMP = join(root, 'dist/.built');

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  hash.update(process.env['SOURCE_DATE_EPOCH'] ?? '');
  const paths = globSync(INPUTS, { cwd: root }).toSorted();
  for (const path of paths.filter((each) => statSync(join(root, each)).isFile()))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function readStamp(): string {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Brings `dist/` up to date.
 * @returns false on failure, after printing Astro's output
 */
export async function build(): Promise<boolean> {
  writeMessageParams();
  const inputs = fingerprint();
  if (readStamp() === inputs) return true;
  say('Building…');
  // Astro writes variables whose names the code has into the server: of a shell, `_` has the path of the command.
  const env = { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1', _: '' };
  // With `--silent`, Astro's code in the built server does not log the errors of pages; our server logs them.
  const command = ['astro', 'build', '--silent'];
  const { ok, output, seconds } = await run(command, { env, quiet: true });
  if (ok) {
    writeLicenses(join(root, 'dist/client/licenses.txt'));
    packOfflineAssets(join(root, 'dist/client'));
    await compressFiles(join(root, 'dist/client'));
    writeFileSync(STAMP, inputs);
  }
  say(ok ? `Built in ${seconds} s.` : `${output}\nThe build failed after ${seconds} s.`);
  return ok;
}

if (import.meta.main && !(await build())) process.exitCode = 1;
