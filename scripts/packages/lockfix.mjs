// Completes package-lock.json after `npm install`, so that `npm ci` accepts it. A registry mirror may lack packages
// for other platforms. npm then omits them from the lock, although their dependents still list them. Each gets a
// stub with os and cpu from its name, which makes npm skip it. On its own platform npm rejects it, because no
// content has the stub's hash. Run `npm run lock` after every install.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The platform on which Glean is tested. The lock must have every package for it. */
export const SUPPORTED = { os: 'linux', cpu: 'x64', libc: 'glibc' };

/** The integrity of a stub. */
export const NO_CONTENT = `sha512-${Buffer.alloc(64).toString('base64')}`;

const SYSTEMS = /^(aix|android|darwin|freebsd|linux|openharmony|sunos|win32)$/;
const PROCESSORS = /^(arm|arm64|ia32|loong64|ppc64|riscv64|s390x|wasm32|x64)$/;

/** @param {string[]} words */
function libcOf(words) {
  if (words.some((word) => word.startsWith('musl'))) return ['musl'];
  return words.some((word) => word.startsWith('gnu')) ? ['glibc'] : undefined;
}

/**
 * Parses the platform from a package's name.
 * @param {string} name e.g. `@oxlint/binding-linux-arm64-musl`
 */
export function platform(name) {
  const words = name.split(/[-/]/);
  const os = words.find((word) => SYSTEMS.test(word));
  const cpu = words.find((word) => PROCESSORS.test(word));
  if (!cpu || (!os && cpu !== 'wasm32')) throw new Error(`No platform in the name ${name}.`);
  return { cpu: [cpu], libc: libcOf(words), os: os && [os] };
}

/**
 * Whether a package is for the supported platform.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} runsOn
 */
export const isSupported = ({ os, cpu, libc }) =>
  (!os || os.includes(SUPPORTED.os)) &&
  (!cpu || cpu.includes(SUPPORTED.cpu)) &&
  (!libc || libc.includes(SUPPORTED.libc));

/** @param {Record<string, any>} packages @returns the packages that are not stubs */
const withoutStubs = (packages) =>
  Object.fromEntries(
    Object.entries(packages).filter(
      ([path, { integrity }]) => path === '' || (integrity && integrity !== NO_CONTENT),
    ),
  );

/**
 * The lock's entries, with a stub for each missing optional dependency.
 * @param {Record<string, any>} packages `packages` of package-lock.json
 */
export function complete(packages) {
  const all = withoutStubs(packages);
  const known = new Set(Object.keys(all).map((path) => path.split('node_modules/').pop()));
  for (const owner of Object.values(packages))
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (known.has(name)) continue;
      const runsOn = platform(name);
      if (isSupported(runsOn)) throw new Error(`${name}@${version} is missing: install it again.`);
      const stub = { version, integrity: NO_CONTENT, dev: owner.dev, ...runsOn, optional: true };
      all[`node_modules/${name}`] = stub;
    }
  return Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

function main() {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const packages = complete(lock.packages);
  const stubs = Object.values(packages).filter(({ integrity }) => integrity === NO_CONTENT).length;
  writeFileSync('package-lock.json', `${JSON.stringify({ ...lock, packages }, null, 2)}\n`);
  process.stdout.write(`package-lock.json: ${stubs} packages of other platforms are stubs.\n`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main();
