import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { postPath } from '#lib/contract/paths.ts';
import { hasSchema } from '#lib/server/app/backup/queries.ts';
import { STAGED } from '#lib/server/app/backup/restore-postgres.ts';
import { toStagedPath } from '#lib/server/app/backup/restore-sqlite.ts';
import { isPostgresUrl } from '#lib/server/app/backup/save-snapshot.ts';
import { backupFolder } from '#lib/server/app/checks/check-backup.ts';
import { checkOtherChannels } from '#lib/server/app/checks/check-deliveries.ts';
import { attempt, type Finding, ok, wrong } from '#lib/server/app/checks/finding.ts';
import { lookAtSite } from '#lib/server/app/checks/site-checks.ts';
import { countWrongCounters } from '#lib/server/people/members/queries.ts';
import { readDatabaseClock } from '#lib/server/platform/clock/queries.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import { findDamage } from '#lib/server/platform/db/maintenance.ts';
import { listPending } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { idOfNow } from '#lib/server/platform/pagination.ts';
import { rootKeyOf } from '#lib/server/platform/storage/file-store.ts';
import { openStorage } from '#lib/server/platform/storage/open-storage.ts';
import { site } from '#lib/site.ts';

import { checkWrites } from './check-writes.ts';
import {
  countUnindexed,
  findGatewayTime,
  listDatedFrom,
  listNamedKeys,
  readServerVersion,
} from './queries.ts';

const HOUR_MS = 3_600_000;
const LOOPBACK = /^(127\.|::1$|localhost$)/;
const LOOPBACK_RULE = / (127\.|::1)/;

/** Checks the proxy settings; wrong headers of a proxy are logged (`untrusted_proxy`). */
async function checkProxy({ publicUrl, hosts, trustedProxies }: Config): Promise<Finding> {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hosts.every((host) => LOOPBACK.test(host));
  const trustsOthers = trustedProxies.rules.some((rule) => !LOOPBACK_RULE.test(rule));
  if (protocol === 'http:' && !LOOPBACK.test(hostname))
    return wrong(
      'proxy',
      `${publicUrl} sends passwords unencrypted: use a proxy that speaks TLS, and https in PUBLIC_URL.`,
    );
  if (protocol === 'https:' && !isLocal && !trustsOthers)
    return wrong(
      'proxy',
      'HOST is for a proxy on another machine, but none is trusted: set TRUSTED_PROXIES to its IP, or leave out HOST.',
    );
  const trusted = trustedProxies.rules.join(', ') || 'no proxy';
  return ok('proxy', `${publicUrl}, listens on ${hosts.join(' and ')}, trusts ${trusted}`);
}

// Domains for examples and tests (RFC 2606).
const RESERVED = /[@.]example(\.com|\.net|\.org)?$|\.(test|invalid|localhost)$/;

/** Checks the contact address, which sends all emails and is on every page. */
async function checkContact({ demo }: Config): Promise<Finding> {
  const { contactEmail } = site;
  if (demo || !RESERVED.test(contactEmail)) return ok('contact', contactEmail);
  return wrong(
    'contact',
    `${contactEmail} is an example, and reaches no one: set another at /staff/site.`,
  );
}

// The cleanup deletes unused files after an hour.
const OLD_MS = 24 * 3_600_000;

/** Compares images and documents with the rows that refer to them. */
export async function checkFiles({ db }: Database, config: Config): Promise<Finding> {
  const named = new Set(await listNamedKeys(db));
  const stored = new Set<string>();
  const leftOver = new Set<string>();
  const files = await openStorage(config.storageUrl, config.dataDir);
  for await (const { key, modified } of files.list()) {
    const root = rootKeyOf(key);
    stored.add(root);
    if (!named.has(root) && modified.getTime() < Date.now() - OLD_MS) leftOver.add(root);
  }
  // A post may have been deleted after the first query.
  const missing = named.difference(stored).intersection(new Set(await listNamedKeys(db)));
  if (missing.size > 0)
    return wrong(
      'images',
      `${missing.size} of ${named.size} are missing, like ${[...missing][0]}: copy the folder media of a backup over that of the site.`,
    );
  if (leftOver.size > 0)
    return wrong(
      'images',
      `${leftOver.size} belong to nothing for a day: start the server, which deletes them, or look for cleanup_failed in its log.`,
    );
  return ok('images', `${named.size}, all there`);
}

const OTHERS = 0o007;
const GROUP_AND_OTHERS = 0o077;
const MODE = 0o777;

/** @returns the command that repairs a path's permissions, or nothing */
function modeProblem(path: string, forbidden: number, mode: string): string[] {
  if (!existsSync(path) || (statSync(path).mode & forbidden & MODE) === 0) return [];
  return [`other users can read ${path}: run \`chmod ${mode} ${path}\``];
}

/**
 * Checks who can read the secrets and the site's data.
 * @param envFile path of `.env`
 */
async function checkPermissions(config: Config, envFile: string): Promise<Finding> {
  if (process.platform === 'win32') return ok('permissions', 'not checked on Windows');
  const { dataDir } = config;
  const problems = [
    ...modeProblem(envFile, GROUP_AND_OTHERS, '600'),
    ...modeProblem(join(dataDir, 'secret'), GROUP_AND_OTHERS, '600'),
    ...modeProblem(resolve(dataDir), OTHERS, '700'),
    ...backupFolder(config).flatMap((folder) => modeProblem(resolve(folder), OTHERS, '700')),
  ];
  const { uid } = statSync(dataDir);
  if (uid !== process.getuid?.())
    problems.push(`${resolve(dataDir)} is another user’s: run commands as the server’s user`);
  if (problems.length > 0) return wrong('permissions', `${problems.join('; ')}.`);
  return ok('permissions', 'secrets and data are this user’s only');
}

/** Reads a whole SQLite file, or connects to Postgres, and checks the schema. */
export async function checkDatabase(database: Database, url: string): Promise<Finding> {
  const { db, dialect } = database;
  const damage = dialect === 'sqlite' ? await findDamage(url, 'integrity_check') : null;
  if (damage)
    return wrong('database', `damaged (${damage}): stop the server, and run \`restore\`.`);
  const pending = await listPending(database);
  if (!pending) return wrong('database', 'empty: start the server, or run `restore`.');
  const kind = dialect === 'sqlite' ? 'whole' : `PostgreSQL ${await readServerVersion(db)}`;
  const schema =
    pending.length > 0 ? `the next start migrates it (${pending.join(', ')})` : 'schema up to date';
  return ok('database', `${kind}, ${schema}`);
}

/** Looks for the leftovers of a killed restore beside the database. */
async function checkRestore({ db, dialect }: Database, url: string): Promise<Finding> {
  const path = toStagedPath(url);
  const isLeft = dialect === 'postgres' ? await hasSchema(db, STAGED) : existsSync(path);
  if (!isLeft) return ok('restore', 'none was broken off');
  const what = dialect === 'postgres' ? `the schema ${STAGED}` : path;
  return wrong('restore', `${what} is left of one that was killed: delete it, if none is running.`);
}

/** Compares counters with the rows that they count. */
export async function checkCounters({ db }: Database): Promise<Finding> {
  const counters = await countWrongCounters(db);
  if (counters.size === 0) return ok('counters', 'all as many as the rows');
  const list = [...counters].map(([name, count]) => `${name} of ${count}`).join(', ');
  return wrong('counters', `wrong (${list}): run \`recount\`.`);
}

export async function checkSearch({ db, dialect }: Database): Promise<Finding> {
  const count = await countUnindexed(db, dialect);
  if (count === 0) return ok('search index', 'complete');
  return wrong('search index', `${count} entries are missing or left over: restore a backup.`);
}

const MAX_NAMED = 5;

/** Lists rows dated in the future by a wrong clock. */
export async function checkDates({ db }: Pick<Database, 'db'>): Promise<Finding> {
  const found = await listDatedFrom(db, idOfNow(Date.now()), MAX_NAMED + 1);
  if (found.length === 0) return ok('dates', 'no post and no comment is dated ahead');
  const named = found
    .slice(0, MAX_NAMED)
    .map(
      ({ id, title, created_at }) =>
        `“${title}” (${postPath(id)}, ${new Date(created_at).toISOString().slice(0, 16)})`,
    );
  const list = [...named, ...(found.length > MAX_NAMED ? ['more'] : [])].join(', ');
  return wrong(
    'dates',
    `a clock that was wrong has dated ahead posts, or comments on them: ${list}. They are listed once that time has come; docs/operations.md, "The clock", says what to do before.`,
  );
}

/** The checks that need the database; without a usable one, only the first runs. */
async function examineDatabase(database: Database, config: Config): Promise<Finding[]> {
  const first = await attempt('database', checkDatabase(database, config.databaseUrl));
  if (!first.every(({ state }) => state !== 'wrong')) return first;
  return [
    ...first,
    ...(await attempt('writes', checkWrites(database, config))),
    ...(await attempt('restore', checkRestore(database, config.databaseUrl))),
    ...(await attempt('counters', checkCounters(database))),
    ...(await attempt('search index', checkSearch(database))),
    ...(await attempt('images', checkFiles(database, config))),
    ...(await attempt('deliveries', checkOtherChannels(database.db, config))),
    ...(await attempt('sms gateway', checkSmsGateway(database, config))),
    ...(await attempt('dates', checkDates(database))),
  ];
}

// By default the app pings every few minutes.
const MAX_SILENCE_HOURS = 3;

/** Checks when the gateway was last heard. */
async function checkSmsGateway(database: Database, { sms }: Config): Promise<Finding> {
  if (!sms) return ok('sms gateway', 'none are sent: SMS_URL is not set');
  // The next start creates the tables.
  const pending = await listPending(database);
  if (pending?.includes('0036-sms'))
    return ok('sms gateway', 'none were sent before the next start');
  const now = Date.now();
  const heardAt = await findGatewayTime(database.db);
  if (heardAt === null)
    return wrong(
      'sms gateway',
      'it was never heard: register its webhooks, and turn its ping on (docs/operations.md, "SMS").',
    );
  const hours = Math.floor((now - heardAt) / HOUR_MS);
  if (hours >= MAX_SILENCE_HOURS)
    return wrong(
      'sms gateway',
      `it was last heard ${hours} hours ago: look whether the phone is on, charged and connected, and the app runs.`,
    );
  return ok('sms gateway', 'was heard lately');
}

/** The checks that the site makes itself, too. @param database null when it cannot be used */
async function examineAsSite(config: Config, database: Database | null): Promise<Finding[]> {
  const readOther = database?.dialect === 'postgres' ? () => readDatabaseClock(database.db) : null;
  const skew = async () => (readOther ? Date.now() - (await readOther()) : 0);
  const checks = await lookAtSite({ config, database, now: Date.now, skew });
  return checks.flatMap(([, findings]) => findings);
}

/** @param database null when there is none */
async function examineWith(config: Config, database: Database | null): Promise<Finding[]> {
  const { databaseUrl } = config;
  const remedy = 'start the server once, or run `restore`.';
  const findings = database
    ? await examineDatabase(database, config)
    : [wrong('database', `there is none at ${databaseUrl}: ${remedy}`)];
  const isUsable = findings[0]?.state !== 'wrong';
  return [...findings, ...(await examineAsSite(config, isUsable ? database : null))];
}

/**
 * Checks everything that a site needs, with or without a running server. It changes only the row for probes.
 * @param envFile path of `.env`
 * @returns a finding for each subject
 */
export async function examineSite(config: Config, envFile: string): Promise<Finding[]> {
  const { databaseUrl } = config;
  const isThere = isPostgresUrl(databaseUrl) || existsSync(databaseUrl);
  const database = isThere ? openDatabase(databaseUrl, { isCommand: true }) : null;
  try {
    return [
      ...(await examineWith(config, database)),
      ...(await attempt('contact', checkContact(config))),
      ...(await attempt('proxy', checkProxy(config))),
      ...(await attempt('permissions', checkPermissions(config, envFile))),
    ];
  } finally {
    await database?.close().catch(() => {});
  }
}
