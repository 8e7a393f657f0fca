// Runs before the npm scripts of developers, with the Node that runs npm: plain JavaScript without dependencies.
// Installs the locked packages if node_modules does not match the lock. Node itself is one of the packages, so the
// script that follows runs on the locked version.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const NODE = 26;
const OFFLINE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/;

/** @param {string} path */
const read = (path) => (existsSync(root + path) ? readFileSync(root + path, 'utf8') : '');

/** @param {string} path */
const packages = (path) => JSON.parse(read(path) || '{}').packages ?? {};

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

function wanted() {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const dependencyLists = JSON.stringify({ dependencies, devDependencies, optionalDependencies });
  const machine = `${process.platform} ${process.arch}`;
  return createHash('sha256')
    .update(dependencyLists + read('package-lock.json') + machine)
    .digest('hex');
}

/** Whether npm's record of node_modules matches the lock, as it does after `npm install`. */
function upToDate() {
  const there = packages('node_modules/.package-lock.json');
  const { '': _root, ...locked } = packages('package-lock.json');
  if (Object.keys(there).some((path) => !locked[path])) return false;
  return Object.entries(locked).every(([path, { version, optional }]) =>
    there[path] ? there[path].version === version : optional,
  );
}

function npm() {
  const args = ['ci', '--no-audit', '--no-fund'];
  const cli = process.env.npm_execpath;
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8') };
  if (cli) return spawnSync(process.execPath, [cli, ...args], options);
  return spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** @param {string} output of npm */
function explain(output) {
  const cause = OFFLINE.exec(output)?.[0];
  if (!cause) return 'Could not install the packages: npm says why above.';
  return `Could not install the packages: the npm registry cannot be reached (${cause}). Connect this machine to the internet and try again.`;
}

const isGlibc = () => 'glibcVersionRuntime' in process.report.getReport().header;

/** For other platforms, some packages in the lock are stubs, which npm does not install (lockfix.mjs). */
function warnOfPlatform() {
  const { platform, arch } = process;
  if (platform === 'linux' && arch === 'x64' && isGlibc()) return;
  process.stderr.write(
    `Glean is tested on Linux x64 with glibc. On ${platform} ${arch} some packages are not in the lock: if the build fails, delete package-lock.json and run npm install, which takes them from the registry unchecked.\n`,
  );
}

function install() {
  warnOfPlatform();
  const started = Date.now();
  process.stdout.write('Installing packages (npm ci), for about a minute…\n');
  const { status, stdout, stderr } = npm();
  if (status !== 0) fail(`${stdout}${stderr}${explain(stdout + stderr)}`);
  process.stdout.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}

const hash = wanted();
if (read('node_modules/.glean-installed') !== hash) {
  if (!upToDate()) install();
  writeFileSync(`${root}node_modules/.glean-installed`, hash);
}
const packaged = ['node', 'node.cmd'].some((name) =>
  existsSync(`${root}node_modules/.bin/${name}`),
);
if (!packaged && Number.parseInt(process.versions.node, 10) < NODE)
  fail(
    `Glean runs on Node ${NODE}, which npm has no package of for ${process.platform} on ${process.arch}: install Node ${NODE} and try again.`,
  );
