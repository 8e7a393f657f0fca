// A site from an archive, under a supervisor like systemd, whose members write.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as startRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, onTestFinished } from 'vitest';

import { addMember, addPost } from '#demo/factories.ts';
import { VERSION } from '#lib/server/platform/config/version.ts';
import type { DialectName } from '#lib/server/platform/db/dialect.ts';
import { migrate } from '#lib/server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#lib/server/platform/db/open-database.ts';
import { createTemporaryFolder } from '#tests/support/site/temporary-folder.ts';

import { assembleRelease } from './fake-releases.ts';
import { insertToken } from './insert-token.ts';
import { freePort } from './port.ts';
import { createDatabase } from './postgres.ts';
import { socketTool } from './systemd-unit.ts';

// Most of the time of a test is that of processes that start.
const compileCacheOf = (home: string): string => join(home, 'compile-cache');

/** Like systemd: the socket stays open, and what ends is started again. */
const supervisor = (home: string, port: number): string => `
cd ${home}
case $1 in
  loop)
    while [ ! -e stopped ]; do
      sh -c 'echo $$ >server.pid; LISTEN_PID=$$ exec current/glean serve' >>server.log 2>&1
      sleep 0.1
    done ;;
  start)
    rm -f stopped
    setsid ${socketTool} --listen=127.0.0.1:${port} --setenv=PATH="$PATH" --setenv=HOME=${home} --setenv=NODE_COMPILE_CACHE=${compileCacheOf(home)} --setenv=TMPDIR=${tmpdir()} sh supervise.sh loop >/dev/null 2>&1 </dev/null &
    echo $! >supervisor.pid ;;
  restart)
    if [ -e stopped ]; then sh supervise.sh start; exit; fi
    pid=$(cat server.pid)
    kill -TERM $pid 2>/dev/null || true
    while kill -0 $pid 2>/dev/null; do sleep 0.05; done ;;
  stop)
    touch stopped
    sh supervise.sh end
    pid=$(cat supervisor.pid)
    while kill -0 $pid 2>/dev/null; do sleep 0.05; done ;;
  end)
    kill -TERM $(cat server.pid) 2>/dev/null || true ;;
esac
`;

/** What a command printed, and its exit code. */
interface Ended {
  code: number | null;
  out: string;
}

/** Ends a command. */
interface KillOptions {
  /** the step at whose beginning */
  killAt?: string;
}

/** A running site. */
export interface UpgradedSite {
  home: string;
  origin: string;
  /** runs `glean` of the current release */
  glean: (args: string[], options?: KillOptions) => Promise<Ended>;
  /** the version in the name of the current release */
  current: () => string;
  /** all comments that are stored */
  listWritten: () => Promise<string[]>;
  /** lets members write, one after the other, until `stop`; or until a restore, which signs them out */
  write: () => Promise<Writing>;
}

/** Members who write. */
export interface Writing {
  stop: () => Promise<Written>;
  acknowledged: () => number;
}

/** What was written. */
export interface Written {
  /** comments that the server has acknowledged */
  acknowledged: string[];
  /** why others were not */
  rejected: (number | string)[];
}

/** Options of `upgrade` and `rollback` in tests: an example is no site that doctor finds well. */
const SITE_OPTIONS = ['--start', '8'];
export const DESPITE = ['--despite', 'contact, mail server, backup'];

// A member may write 60 comments in ten minutes.
const WRITERS = 80;

interface Writers {
  members: string[];
  post: string;
}

async function addWriters(database: Database): Promise<Writers> {
  await migrate(database);
  const { db } = database;
  const members: string[] = [];
  let post = '';
  for (let nth = 0; nth < WRITERS; nth += 1) {
    const { id } = await addMember(db, {
      password_hash: 'none',
      posts_count: nth === 0 ? 1 : 0,
    });
    post ||= (await addPost(db, { author_id: id, title: 'Straw' })).id;
    members.push(id);
  }
  return { members, post };
}

/** Sends a comment over a new connection. @returns the status, or why there is none */
const sendComment = (url: string, token: string, comment: string): Promise<number | string> =>
  new Promise((done) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    startRequest(url, { method: 'POST', agent: false, headers }, (response) =>
      done(response.resume().statusCode ?? 0),
    )
      .on('error', ({ message }) => done(message))
      .end(JSON.stringify({ comment }));
  });

const CREATED = 201;
const BETWEEN_MS = 30;

function startWriting(url: string, tokens: string[], name: string): Writing {
  const written: Written = { acknowledged: [], rejected: [] };
  const stopping = new AbortController();
  const write = async () => {
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      const comment = `${name} ${nth}`;
      const status = await sendComment(url, tokens[nth % tokens.length] ?? '', comment);
      if (status === CREATED) written.acknowledged.push(comment);
      else written.rejected.push(status);
      await pause(BETWEEN_MS);
    }
  };
  const ended = write();
  return {
    acknowledged: () => written.acknowledged.length,
    async stop() {
      stopping.abort();
      await ended;
      return written;
    },
  };
}

/** Runs a command. SIGKILL ends it at the step `killAt`. */
const run = (home: string, args: string[], { killAt }: KillOptions = {}): Promise<Ended> =>
  new Promise((done) => {
    const env = {
      PATH: process.env['PATH'],
      TMPDIR: tmpdir(),
      HOME: home,
      NODE_COMPILE_CACHE: compileCacheOf(home),
    };
    const child = execFile(join(home, 'current/glean'), args, { env }, (_, out, err) =>
      done({ code: child.exitCode, out: out + err }),
    );
    let out = '';
    child.stdout?.on('data', (chunk: string) => {
      out += chunk;
      if (killAt && out.split('\n').some((line) => line.startsWith(`${killAt}  `)))
        child.kill('SIGKILL');
    });
  });

const writeEnv = (home: string, settings: Record<string, string>) =>
  writeFileSync(
    join(home, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
    { mode: 0o600 },
  );

const READY_MS = 300_000;

/** A database, or the writes of light-site.ts. */
type SiteKind = DialectName | 'light';

interface Installed {
  home: string;
  port: number;
  origin: string;
  databaseUrl: string;
}

/** Installs this version, as `glean setup` leaves it. */
async function install(dialect: SiteKind, settings: Record<string, string>): Promise<Installed> {
  const home = await createTemporaryFolder();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const databaseUrl = dialect === 'postgres' ? await createDatabase() : '';
  const release = `releases/glean-${VERSION}`;
  assembleRelease(join(home, release), { version: VERSION, isLight: dialect === 'light' });
  symlinkSync(release, join(home, 'current'));
  for (const name of ['data', 'backups']) mkdirSync(join(home, name), { mode: 0o700 });
  writeEnv(home, {
    PUBLIC_URL: origin,
    HOST: '127.0.0.1',
    PORT: String(port),
    SECRET: 'a secret of more than thirty-two characters',
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: databaseUrl,
    BACKUP_URL: join(home, 'backups'),
    ...settings,
  });
  return { home, port, origin, databaseUrl };
}

const openDatabaseOf =
  ({ home, databaseUrl }: Installed) =>
  async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = openDatabase(databaseUrl || join(home, 'data/glean.sqlite'));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };

async function listComments({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom('comments').select('content').execute();
  return rows.map(({ content }) => content);
}

async function listLight(home: string): Promise<string[]> {
  using database = new DatabaseSync(join(home, 'data/glean.sqlite'), { timeout: 5000 });
  const rows = database.prepare('select text from writes').all() as { text: string }[];
  return rows.map(({ text }) => text);
}

/** Starts a site of this version with members. @param settings besides the usual ones */
export async function startUpgradedSite(
  dialect: SiteKind,
  settings: Record<string, string> = {},
): Promise<UpgradedSite> {
  const installed = await install(dialect, settings);
  const { home, port, origin } = installed;
  const onDatabase = openDatabaseOf(installed);
  const isLight = dialect === 'light';
  const { members, post } = isLight ? { members: [], post: '' } : await onDatabase(addWriters);
  startSupervisor(home, port);
  await expect.poll(() => statusOf(`${origin}/readyz`), { timeout: READY_MS }).toBe(200);
  let writers = 0;
  return {
    home,
    origin,
    glean: (args, options) => run(home, args, options),
    current: () => readlinkSync(join(home, 'current')).split('glean-')[1] ?? '',
    listWritten: () => (isLight ? listLight(home) : onDatabase(listComments)),
    async write() {
      writers += 1;
      const url = `${origin}/api/web/forum/posts/${post}/comments`;
      const tokens = isLight
        ? ['']
        : await onDatabase(({ db }) => Promise.all(members.map((id) => insertToken(db, id))));
      return startWriting(url, tokens, `w${writers}`);
    },
  };
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

/** Starts the supervisor, which ends with the test. */
function startSupervisor(home: string, port: number): void {
  writeFileSync(join(home, 'supervise.sh'), supervisor(home, port));
  execFileSync('sh', [join(home, 'supervise.sh'), 'start'], { stdio: 'ignore' });
  onTestFinished(() => {
    if (!existsSync(join(home, 'server.pid'))) writeFileSync(join(home, 'server.pid'), '');
    if (!existsSync(join(home, 'stopped')))
      execFileSync('sh', [join(home, 'supervise.sh'), 'stop']);
  });
}

/** The options by which a command restarts and stops the site. */
export const supervisedBy = ({ home }: UpgradedSite): string[] => [
  ...SITE_OPTIONS,
  '--restart',
  `sh ${join(home, 'supervise.sh')} restart`,
  '--stop',
  `sh ${join(home, 'supervise.sh')} stop`,
];
