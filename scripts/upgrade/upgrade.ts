// `glean upgrade <archive>`: a new version, tried on a copy of the data, which goes back by itself if it does not hold
// (docs/decisions/0109-upgrade.md).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { isFrom } from '#lib/server/platform/db/schema-marks.ts';
import { root, say } from '#scripts/lib/run.ts';
import { UsageError } from '#scripts/operator/command.ts';
import {
  readPublicKeys,
  ReleaseError,
  verifyArchive,
  verifySum,
} from '#scripts/release/signature.ts';

import { type Env, runOnSite } from './as-owner.ts';
import { forget, recover, undo } from './go-back.ts';
import {
  deleteOtherReleases,
  freeBytesOf,
  lockUpgrades,
  placeRelease,
  readCurrent,
  releaseFolder,
  swapLink,
  takeArchive,
  unpack,
  versionOf,
} from './layout.ts';
import { waitUntilReady } from './readiness.ts';
import { rehearse } from './rehearse.ts';
import {
  openSite,
  print,
  readSeconds,
  runMain,
  runStep,
  type Site,
  SITE_HELP,
  SITE_OPTIONS,
} from './site-context.ts';
import type { Examined, MadePoint } from './site.ts';
import { readUpgrade, type Upgrade, writeUpgrade } from './state.ts';
import { watchSite } from './watch.ts';

const HELP = `glean upgrade <archive> checks the archive, tries its version on a copy of the data, and lets it run; if it does not
hold, the old version runs again.

  --despite "<subjects>"  what doctor may find wrong, e.g. "backup, contact"
  --one-way              upgrades also where going back loses what was written since
  --unsigned             takes an archive without a signature
  --watch <seconds>      how long it is watched, by default 600
${SITE_HELP}`;

const OPTIONS = {
  ...SITE_OPTIONS,
  despite: { type: 'string', default: '' },
  'one-way': { type: 'boolean', default: false },
  unsigned: { type: 'boolean', default: false },
  watch: { type: 'string', default: '600' },
  help: { type: 'boolean' },
} as const;

const readOptions = () => parseArgs({ options: OPTIONS, allowPositionals: true });

/** What the steps of an upgrade know. */
interface Context {
  site: Site;
  archive: string;
  options: ReturnType<typeof readOptions>['values'];
  watchMs: number;
  upgrade: Upgrade;
  examined: Examined;
  copy: Env;
  /** how long the new version needed on the copy, and the restore point */
  rehearsedMs: number;
  /** whether the new version may have acknowledged a write */
  hasResponded: boolean;
}

/** A step: it throws a UsageError when the upgrade must not go on. @returns what to print */
type Step = (context: Context) => Promise<string | void>;

const MB = 1e6;
// Of compressed bytes, on disk.
const UNPACKED_TIMES = 4;
// The copy, what the new version writes into it, and the restore point.
const DATA_TIMES = 3;
const SPARE = 300 * MB;
const RESTARTS = 2;
const START_TIMES = 3;

function changeUpgrade(context: Context, change: Partial<Upgrade>): void {
  Object.assign(context.upgrade, change);
  writeUpgrade(context.site.home, context.upgrade);
}

async function checkSignature(context: Context): Promise<string | void> {
  context.archive = takeArchive(context.site.home, context.archive);
  const { archive, options } = context;
  try {
    if (options.unsigned) return await verifySum(archive);
    const keys = readFileSync(join(root, 'scripts/release/trusted-keys.pem'), 'utf8');
    await verifyArchive(archive, readPublicKeys(keys));
  } catch (error) {
    throw error instanceof ReleaseError ? new UsageError(error.message) : error;
  }
}

async function checkRoom({ site: { home }, archive, examined }: Context): Promise<void> {
  const { database, dataDir, device } = examined;
  const releases = join(home, 'releases');
  const unpacked = statSync(archive).size * UNPACKED_TIMES;
  const isSame = statSync(releases).dev === device;
  const needs: [string, number][] = [
    [dataDir, database * DATA_TIMES + SPARE + (isSame ? unpacked : 0)],
    [releases, unpacked],
  ];
  for (const [folder, bytes] of needs)
    if (freeBytesOf(folder) < bytes)
      throw new UsageError(`${folder} needs ${Math.ceil(bytes / MB)} MB: free some space.`);
}

async function runDoctor(context: Context): Promise<string | void> {
  const { site, upgrade, options } = context;
  const allowed = new Set(options.despite.split(',').map((each) => each.trim()));
  context.examined = await runOnSite<Examined>(site.home, upgrade.from, ['examine']);
  const { wrong: findings } = context.examined;
  const wrong = findings.filter(({ subject }) => !allowed.has(subject));
  if (wrong.length > 0) {
    const list = wrong.map(({ subject, text }) => `WRONG  ${subject}: ${text}`).join('\n');
    throw new UsageError(`${list}\nIf that does not matter now, name it: --despite "<subjects>".`);
  }
  if (findings.length > 0) return `despite ${findings.map(({ subject }) => subject).join(', ')}`;
}

async function unpackRelease(context: Context): Promise<string> {
  const { site, archive, upgrade } = context;
  const made = await unpack(site.home, archive);
  const name = basename(made);
  const from = versionOf(releaseFolder(site.home, upgrade.from));
  const to = versionOf(made);
  if (name !== `glean-${to}`) throw new UsageError(`${name} has version ${to}.`);
  if (from === to || !isFrom(to, from))
    throw new UsageError(`${to} is not newer than ${from}: \`glean rollback\` goes back.`);
  changeUpgrade(context, { to: name });
  placeRelease(site.home, made);
  return name;
}

async function copyData(context: Context): Promise<void> {
  const { site, upgrade } = context;
  context.copy = await runOnSite<Env>(site.home, upgrade.from, ['copy']);
}

const rehearseRelease = ({ site: { home, startMs }, copy }: Context, release: string) =>
  rehearse({ home, release, copy, unreadyMs: startMs });

async function rehearseNew(context: Context): Promise<string> {
  context.rehearsedMs = await rehearseRelease(context, context.upgrade.to);
  return `ready after ${Math.round(context.rehearsedMs / 1000)} s`;
}

/** The old version on the data of the new one: whether going back would lose nothing. */
async function rehearseOld(context: Context): Promise<string> {
  const { from, to } = context.upgrade;
  try {
    await rehearseRelease(context, from);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    changeUpgrade(context, { isOneWay: true });
    if (!context.options['one-way'])
      throw new UsageError(
        `${error.message}\nThere would be no way back that loses nothing: ${from} may not use the data of ${to}. Going back would restore the restore point, and lose all that members write from then on. Upgrade all the same with --one-way.`,
      );
  }
  return context.upgrade.isOneWay ? 'none that loses nothing' : 'loses nothing';
}

async function makePoint(context: Context): Promise<string> {
  const { site, upgrade } = context;
  const started = performance.now();
  const made = await runOnSite<MadePoint>(site.home, upgrade.from, ['restore-point']);
  // A start that migrates makes one, too.
  context.rehearsedMs += performance.now() - started;
  changeUpgrade(context, made);
  return made.restorePoint;
}

async function swap(context: Context): Promise<void> {
  changeUpgrade(context, { phase: 'swapping', before: null });
  swapLink(context.site.home, context.upgrade.to);
}

const restart: Step = ({ site }) => site.supervisor.restart();

async function waitForNew(context: Context): Promise<void> {
  const { origin, host, startMs, supervisor } = context.site;
  const before = (await supervisor.countRestarts()) ?? 0;
  const isOver = async () => ((await supervisor.countRestarts()) ?? 0) - before >= RESTARTS;
  const limitMs = context.rehearsedMs * START_TIMES + startMs;
  const ready = await waitUntilReady(origin, { host, limitMs, unreadyMs: startMs, isOver });
  context.hasResponded = ready.hasResponded;
  if (ready.problem) throw new UsageError(ready.problem);
}

async function watch({ site, watchMs }: Context): Promise<string | void> {
  const { origin, host, metricsPort, supervisor } = site;
  const countRestarts = () => supervisor.countRestarts();
  await watchSite({ origin, host, metricsPort, ms: watchMs, countRestarts });
  if (metricsPort === null) return 'without METRICS_PORT, by its own requests alone';
}

/** What fails here is forgotten: link and data are as they were. */
const PREPARATION: Record<string, Step> = {
  signature: checkSignature,
  doctor: runDoctor,
  room: checkRoom,
  unpack: unpackRelease,
  copy: copyData,
  rehearse: rehearseNew,
  'way back': rehearseOld,
  'restore point': makePoint,
};

/** What fails here is undone. */
const CHANGE: Record<string, Step> = { swap, restart, start: waitForNew, watch };

async function runSteps(steps: Record<string, Step>, context: Context): Promise<void> {
  for (const [name, step] of Object.entries(steps)) await runStep(name, () => step(context));
}

/** @throws UsageError; the site is as before, or a message says how it is */
async function runUpgrade(context: Context): Promise<void> {
  const { site } = context;
  changeUpgrade(context, {});
  try {
    await runSteps(PREPARATION, context);
  } catch (error) {
    await forget(site, context.upgrade);
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\nNothing was changed.`);
  }
  try {
    await runSteps(CHANGE, context);
  } catch (error) {
    print(`${(error as Error).message}\n`);
    process.exitCode = 2;
    if (await undo(site, context.upgrade, context.hasResponded)) process.exitCode = 1;
    return;
  }
  const { from, to } = context.upgrade;
  changeUpgrade(context, { phase: 'done' });
  deleteOtherReleases(site.home, [from, to]);
  const loss = context.upgrade.isOneWay
    ? 'with a loss, which it shows before'
    : 'and loses nothing';
  print(`${to} runs. \`glean rollback\` goes back to ${from}, ${loss}.\n`);
}

/** @throws UsageError for what cannot be an archive */
function readArchive(positionals: string[], folder: string): string {
  const [archive = ''] = positionals;
  const path = resolve(folder, archive);
  if (positionals.length === 1 && existsSync(path) && statSync(path).isFile()) return path;
  throw new UsageError(archive ? `There is no archive ${path}.` : HELP);
}

async function main(): Promise<void> {
  const { values: options, positionals } = readOptions();
  if (options.help) return say(HELP);
  const archive = readArchive(positionals, process.cwd());
  const watchMs = readSeconds('watch', options.watch);
  const site = openSite(options);
  using _ = lockUpgrades(site.home);
  await recover(site);
  const from = readCurrent(site.home);
  if (basename(root) !== from)
    throw new UsageError(`Type ${join(site.home, 'current/glean')} upgrade: ${from} runs.`);
  const before = readUpgrade(site.home);
  const made = { isOneWay: false, restorePoint: '', points: [] };
  const state: Upgrade = { phase: 'preparing', from, to: '', ...made, before };
  const examined = { wrong: [], database: 0, dataDir: '', device: 0 };
  const known = { examined, copy: {}, rehearsedMs: 0, hasResponded: false };
  await runUpgrade({ site, archive, options, watchMs, upgrade: state, ...known });
}

await runMain(main);
