// Collects the licenses of the site's packages, which must be distributed with them: sharp's libvips is LGPL.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '#scripts/lib/run.ts';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

const LICENSE_FILES = '{LICEN[CS]E,COPYING,NOTICE}*';

// The license requires naming the source; the rest is in the package's README.
const LIBVIPS = /^@img\/sharp-libvips-/;
const FONTS = {
  name: 'The fonts',
  folder: join(root, 'src/layouts/document/fonts'),
  pattern: 'OFL.txt',
};

/** Joins the texts of the license files in a folder. */
const readTexts = (folder: string, pattern: string): string =>
  globSync(pattern, { cwd: folder })
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
    .join('\n\n');

/** Name, license and license text of an installed package. */
function describePackage([path, { version, license }]: [string, LockedPackage]): string {
  const name = path.split('node_modules/').at(-1) ?? path;
  const folder = join(root, path);
  const text = readTexts(folder, LIBVIPS.test(name) ? 'README.md' : LICENSE_FILES);
  return `${name} ${version}\nLicense: ${license ?? 'see below'}\n\n${text}`.trimEnd();
}

/** Writes the notices of all packages except dev dependencies. @param path of the file */
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
