// The licenses of the packages that a site is made of, which must go where the packages go: sharp's libvips is LGPL.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#scripts/lib/run.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

const LICENSE_FILES = '{LICEN[CS]E,COPYING,NOTICE}*';

// Its license asks to say where its source is; the rest is in its README.
const LIBVIPS = /^@img\/sharp-libvips-/;
const FONTS = {
  name: 'The fonts',
  folder: join(root, 'src/layouts/document/fonts'),
  pattern: 'OFL.txt',
};

/** @returns the texts of the license files in a folder, one after the other */
const readTexts = (folder: string, pattern: string): string =>
  globSync(pattern, { cwd: folder })
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');

/** @returns name, license and license text of a package that is installed */
function describePackage([path, { version, license }]: [string, LockedPackage]): string {
  const name = path.split('node_modules/').at(-1) ?? path;
  const folder = join(root, path);
  const text = readTexts(folder, LIBVIPS.test(name) ? 'README.md' : LICENSE_FILES);
  return `${name} ${version}\nLicense: ${license ?? 'see below'}\n\n${text}`.trimEnd();
}

/** Writes the notices of all packages but those for development alone. @param path of the file */
export function writeLicenses(path: string): void {
  const { packages } = JSON.parse(
    readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'),
  ) as { packages: Record<string, LockedPackage> };
  const shipped = Object.entries(packages).filter(([, { dev }]) => !dev);
  const fonts = `${FONTS.name}\n\n${readTexts(FONTS.folder, FONTS.pattern)}`;
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const notices = [
    'Software of others that this site is made of.',
    ...shipped.map(describePackage),
    fonts,
  ];
  writeFileSync(path, `${notices.join(line)}\n`);
}
