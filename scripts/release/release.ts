// `npm run release`: builds the site, and makes an archive for each processor, with checksums and a signature.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { build } from '#scripts/build/build.ts';
import { root, say } from '#scripts/lib/run.ts';

import { makeArchive } from './archive.ts';
import { PROCESSORS, type Processor } from './packages.ts';
import { ReleaseError, SIGNATURE, signSums, SUMS, writeSums } from './signature.ts';

const MB = 1e6;

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

/** @returns the time of the sources, so that a release of the same commit has the same bytes */
const readCommitTime = (): string =>
  execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }).trim();

function readOptions(): { processors: Processor[]; folder: string } {
  const { values } = parseArgs({
    options: { processor: { type: 'string' }, folder: { type: 'string' } },
  });
  const processors = PROCESSORS.filter(
    (each) => values.processor === undefined || values.processor === each,
  );
  if (processors.length === 0)
    throw new ReleaseError(`--processor is one of ${PROCESSORS.join(', ')}.`);
  return { processors, folder: values.folder ?? join(root, 'release') };
}

/** Signs the checksums, or says that nothing is signed. */
function signRelease(folder: string): void {
  rmSync(join(folder, SIGNATURE), { force: true });
  const { RELEASE_KEY: key } = process.env;
  if (!key) {
    say(`${SUMS} is not signed: set RELEASE_KEY to the file of the private key.`);
    return;
  }
  const publicKey = signSums(folder, key);
  const trusted = readFileSync(join(root, 'scripts/release/trusted-keys.pem'), 'utf8');
  if (!trusted.includes(publicKey.trim()))
    say(
      `No version trusts this key yet: add it to scripts/release/trusted-keys.pem.\n${publicKey}`,
    );
  say(SIGNATURE);
}

/** Makes the release. @returns whether it was made */
async function release(): Promise<boolean> {
  const { processors, folder } = readOptions();
  process.env['SOURCE_DATE_EPOCH'] ||= readCommitTime();
  const seconds = Number(process.env['SOURCE_DATE_EPOCH']);
  if (!(await build())) return false;
  mkdirSync(folder, { recursive: true });
  const archives: string[] = [];
  for (const processor of processors) {
    const name = makeArchive({ version, processor, seconds, folder });
    archives.push(name);
    say(`${name} (${Math.round(statSync(join(folder, name)).size / MB)} MB)`);
  }
  await writeSums(folder, archives);
  say(SUMS);
  signRelease(folder);
  return true;
}

try {
  if (!(await release())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
