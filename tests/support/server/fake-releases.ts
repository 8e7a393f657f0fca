// Archives of a next version that holds, or does not: the built site, under another version and with a defect.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

import { VERSION } from '#lib/server/platform/config/version.ts';
import { signSums, writeSums } from '#scripts/release/signature.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SUPPORT = join(ROOT, 'tests/support/server');

/** The version after this one. */
export const NEXT = '9.0.0';

/** A version that fails on the copy, too, is named with `always`: others fail on the site alone. */
const DEFECTS = {
  none: '',
  dies: '[ "$REHEARSAL" ] || exit 1',
  'always dies': 'exit 1',
  unready: `[ "$REHEARSAL" ] || export DEFECT=unready NODE_OPTIONS=--import=${SUPPORT}/defects.ts`,
  'always unready': `export DEFECT=unready NODE_OPTIONS=--import=${SUPPORT}/defects.ts`,
  'dies migrated': '',
  'errors later': `[ "$REHEARSAL" ] || export DEFECT=errors:1500 NODE_OPTIONS=--import=${SUPPORT}/defects.ts`,
  'migration throws': '[ "$REHEARSAL" ] || export MIGRATION=throws',
  'migration always throws': 'export MIGRATION=throws',
  'migration drops': 'export MIGRATION=drops',
};
export type Defect = keyof typeof DEFECTS;

/** What a fake release is. */
interface FakeOptions {
  version?: string;
  defect?: Defect;
  /** the oldest version that may use its schema */
  usableFrom?: string;
  /** its server and its commands on data are those of light-site.ts, which start at once */
  isLight?: boolean;
}

// Settings of the site come after those of a rehearsal.
const commandOf = ({ defect = 'none', usableFrom = VERSION }: FakeOptions): string => `#!/bin/sh
release=$(dirname -- "$(readlink -f -- "$0")")
if [ "$1" = serve ]; then
  ${DEFECTS[defect]}
  cd "$release/../.."
  USABLE_FROM=${usableFrom} "$release/node_modules/.bin/node" --env-file-if-exists=.env ${SUPPORT}/open-later-version.ts || exit 1
  ${defect === 'dies migrated' ? '[ "$REHEARSAL" ] || exit 1' : ''}
fi
exec "$release/glean-itself" "$@"
`;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const trusted = publicKey.export({ type: 'spki', format: 'pem' });

/** Writes a key with which a release is signed. @returns its file */
export function writeKey(folder: string, key = privateKey): string {
  const file = join(folder, 'release.key');
  writeFileSync(file, key.export({ type: 'pkcs8', format: 'pem' }));
  return file;
}

/** The schema of light-site.ts. */
const schemaOf = ({ version = NEXT, usableFrom = VERSION }: FakeOptions): number => {
  if (version === VERSION) return 1;
  return usableFrom === NEXT ? 100 : 9;
};

const lightCommandOf = (options: FakeOptions): string => `#!/bin/sh
release=$(dirname -- "$(readlink -f -- "$0")")
case $1 in
  upgrade | rollback) exec "$release/glean-itself" "$@" ;;
  serve) ${DEFECTS[options.defect ?? 'none']} ;;
esac
cd "$release/../.."
${options.defect === 'dies migrated' ? 'export LIGHT_DIES=migrated' : ''}
LIGHT=${schemaOf(options)} exec "$release/node_modules/.bin/node" ${SUPPORT}/light-site.ts "$@"
`;

/** Lets a release work on data like light-site.ts. */
function lighten(to: string, options: FakeOptions): void {
  writeFileSync(join(to, 'glean'), lightCommandOf(options));
  const site = `process.env.LIGHT = '${schemaOf(options)}';\nawait import('${SUPPORT}/light-site.ts');\n`;
  writeFileSync(join(to, 'scripts/upgrade/site.ts'), site);
}

/**
 * Puts a release into a folder.
 * @param options a version without a defect is this one
 */
export function assembleRelease(to: string, options: FakeOptions): void {
  const { version = NEXT } = options;
  mkdirSync(to, { recursive: true });
  for (const name of options.isLight ? ['src', 'scripts'] : ['src', 'scripts', 'dist'])
    cpSync(join(ROOT, name), join(to, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'));
  const replaceVersion = (from: string, path: string) =>
    writeFileSync(
      join(to, path),
      readFileSync(from, 'utf8').replaceAll(`"${VERSION}"`, `"${version}"`),
    );
  for (const path of globSync('dist/server/**/*.mjs', { cwd: to }))
    if (version !== VERSION) replaceVersion(join(to, path), path);
  replaceVersion(join(ROOT, 'package.json'), 'package.json');
  writeFileSync(join(to, 'scripts/release/trusted-keys.pem'), trusted);
  cpSync(join(ROOT, 'scripts/release/glean.sh'), join(to, 'glean-itself'));
  if (version === VERSION) cpSync(join(to, 'glean-itself'), join(to, 'glean'));
  else writeFileSync(join(to, 'glean'), commandOf(options));
  if (options.isLight) lighten(to, options);
  for (const name of ['glean', 'glean-itself']) chmodSync(join(to, name), 0o755);
}

/**
 * Makes the archive of a next version, with checksums and a signature.
 * @returns its path
 */
export async function makeFakeRelease(folder: string, options: FakeOptions = {}): Promise<string> {
  const name = `glean-${options.version ?? NEXT}`;
  const archive = `${name}-linux-x64.tar.gz`;
  assembleRelease(join(folder, name), options);
  // Without compression, which takes seconds.
  execFileSync('tar', ['-cf', archive, name], { cwd: folder });
  await writeSums(folder, [archive]);
  signSums(folder, writeKey(folder));
  return join(folder, archive);
}
