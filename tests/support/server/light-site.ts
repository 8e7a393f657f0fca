// A version that starts at once: writes in an SQLite file, whose `user_version` is its schema. With `serve` it is the
// server of a release, else `scripts/upgrade/site.ts` of one, or `glean journey` and `operator restore`.
//   LIGHT=<schema of this version> [LIGHT_NEEDS=<schema from which it may not be used by older versions>]
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { json } from 'node:stream/consumers';

if (existsSync('.env')) process.loadEnvFile('.env');
const { DATA_DIR: dataDir = '', LIGHT: version = '1', REHEARSAL, PORT, LISTEN_FDS } = process.env;
const file = join(dataDir, 'glean.sqlite');
const points = join(dataDir, 'restore-points');
const copy = resolve(dataDir, 'rehearsal');
// From here on, older versions may not use a schema.
const ONE_WAY = 100;

const open = (path = file) => new DatabaseSync(path, { timeout: 5000 });

function schemaOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.['user_version']);
}

function mayUse(): boolean {
  using database = open();
  const schema = schemaOf(database);
  return schema <= Number(version) || schema < ONE_WAY;
}

function copyTo(path: string): string {
  using database = open();
  database.prepare('vacuum into ?').run(path);
  return path;
}

function makePoint(): string {
  const folder = join(points, new Date().toISOString().replaceAll(':', '-'));
  mkdirSync(folder, { recursive: true });
  copyTo(join(folder, 'glean.sqlite'));
  return folder;
}

function countWrites(path: string): number {
  using database = open(path);
  return Number(database.prepare('select count(*) as count from writes').get()?.['count']);
}

function dropCopy(): null {
  rmSync(copy, { recursive: true, force: true });
  return null;
}

const listPoints = () =>
  readdirSync(points)
    .toSorted()
    .map((name) => join(points, name));

function countLost(point: string): string[] {
  const count = countWrites(file) - countWrites(join(point, 'glean.sqlite'));
  return count > 0 ? [`${count} writes`] : [];
}

const commands: Record<string, (arg: string) => unknown> = {
  examine: () => ({ wrong: [], database: 1, dataDir, device: statSync(dataDir).dev }),
  copy() {
    dropCopy();
    mkdirSync(copy);
    copyTo(join(copy, 'glean.sqlite'));
    return { DATA_DIR: copy };
  },
  'drop-copy': dropCopy,
  'restore-point'() {
    dropCopy();
    return { restorePoint: makePoint(), points: listPoints() };
  },
  points: listPoints,
  'may-use': mayUse,
  lost: countLost,
};

/** Migrates, like a start. */
function migrate(database: DatabaseSync): void {
  database.exec('pragma journal_mode = wal; create table if not exists writes (text text)');
  if (schemaOf(database) >= Number(version)) return;
  if (!REHEARSAL) makePoint();
  database.exec(`pragma user_version = ${version}`);
}

function serve(): void {
  if (!mayUse()) process.exit(1);
  const database = open();
  migrate(database);
  if (process.env['LIGHT_DIES'] === 'migrated' && !REHEARSAL) process.exit(1);
  const insert = database.prepare('insert into writes (text) values (?)');
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') {
      const { comment } = (await json(request)) as { comment: string };
      insert.run(comment);
      response.statusCode = 201;
    }
    response.end('{"data":"ok"}');
  };
  const server = createServer((request, response) => void respond(request, response));
  server.listen(LISTEN_FDS && !REHEARSAL ? { fd: 3 } : { port: Number(PORT), host: '127.0.0.1' });
  process.once('SIGTERM', () => server.close(() => process.exit()));
  if (REHEARSAL) process.stdin.resume().once('close', () => process.exit());
}

const [name = '', verb = '', point = ''] = process.argv.slice(2);
if (name === 'serve') serve();
else if (name === 'operator') {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  if (verb === 'restore') cpSync(join(point, 'glean.sqlite'), file);
} else if (name === 'journey') await fetch(verb);
else process.stdout.write(JSON.stringify(commands[name]?.(verb)));
