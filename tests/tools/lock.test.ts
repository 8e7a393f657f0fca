// The lock file contains the hash of every package (docs/operations.md, "Deployment").
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { expect, test } from 'vitest';

interface LockedPackage {
  integrity?: string;
  version?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

interface Lockfix {
  NO_CONTENT: string;
  isSupported: (runsOn: LockedPackage) => boolean;
  complete: (packages: Record<string, LockedPackage>) => Record<string, LockedPackage>;
}

const root = resolve(import.meta.dirname, '../..');
// A script of plain JavaScript, without types.
const { complete, isSupported, NO_CONTENT }: Lockfix = await import(
  `${root}/scripts/packages/lockfix.mjs`
);
const file = resolve(root, 'package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
  packages: Record<string, LockedPackage>;
};
const entries = Object.entries(packages).filter(([path]) => path !== '');

test('every package of the lock has an integrity', () => {
  expect(entries.length).toBeGreaterThan(400);
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});

test('no package of the platform that runs the tests is a stub', () => {
  const stubs = entries.filter(([, { integrity }]) => integrity === NO_CONTENT);
  expect(stubs.filter(([, each]) => isSupported(each))).toEqual([]);
});

test('only packages that a registry lacks for other platforms are stubs', () => {
  const parent = { version: '1.0.0', integrity: 'sha512-x' };
  const lists = (name: string) => ({
    'node_modules/tool': { ...parent, optionalDependencies: { [name]: '1.0.0' } },
  });
  expect(complete(lists('tool-darwin-arm64'))['node_modules/tool-darwin-arm64']).toMatchObject({
    integrity: NO_CONTENT,
    os: ['darwin'],
    optional: true,
  });
  for (const name of ['tool-linux-x64-gnu', 'tool-linux-x64'])
    expect(() => complete(lists(name))).toThrow('is missing');
});
