// Follows the Dockerfile in an empty folder, for machines without Docker: copies, installs, builds, prunes, and starts
// the site like the container, as a user who may only write to the volumes. It must serve, convert an image, run an
// operator's command, make a backup, end when it is stopped, and be restored after all its data is lost. The programs
// of PostgreSQL are those of this machine, with their copied libraries.
//   node tests/crash/container.ts
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { openDatabase } from '#lib/server/platform/db/open-database.ts';
import { redBlueImage } from '#tests/support/nouns/images.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { buildImage, type ImageStage } from '#tests/support/server/image-builder.ts';
import { freePort } from '#tests/support/server/port.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { addSignedInMembers } from '#tests/support/server/server-process.ts';

import { type Drill, runDrill } from './drill.ts';

const UNPRIVILEGED = 65_534;
const VOLUMES = ['data', 'backup'];
const START_MS = 60_000;
const POLL_MS = 200;
const PAGES = ['/', '/about', '/eduhub', '/forums/explore', '/healthz', '/readyz'];
const SERVED = 'pages served';
const RESTORED = 'sites stopped, lost and restored';
const MEMBER = ['lea@glean.example', '--first', 'Lea', '--last', 'Manalo', '--role', 'gleaner'];

/** The options of a process of the container: its user and environment. */
function optionsOf(stage: ImageStage, port: number) {
  const isRoot = process.getuid?.() === 0;
  return {
    cwd: join(stage.folder, stage.workdir),
    ...(isRoot && { uid: UNPRIVILEGED, gid: UNPRIVILEGED }),
    env: {
      ...stage.env,
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      DATA_DIR: join(stage.folder, 'data'),
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET: 'a secret of more than thirty-two characters',
      BACKUP_URL: join(stage.folder, 'backup'),
    },
  };
}

/** @returns a command of the Dockerfile that is an array */
const commandOf = ({ rest }: ImageStage, name: string): [string, ...string[]] =>
  JSON.parse(/\[.*\]/.exec(rest.get(name) ?? '')?.[0] ?? '["false"]') as [string, ...string[]];

async function waitUntilHealthy(stage: ImageStage, port: number): Promise<void> {
  const [command, ...args] = commandOf(stage, 'HEALTHCHECK');
  for (const until = Date.now() + START_MS; Date.now() < until; await pause(POLL_MS)) {
    const [code] = await once(spawn(command, args, optionsOf(stage, port)), 'exit');
    if (code === 0) return;
  }
  throw new Error('The health check does not succeed.');
}

async function use(drill: Drill, stage: ImageStage, port: number): Promise<void> {
  for (const path of PAGES) {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    drill.count(SERVED);
  }
  const database = openDatabase(join(stage.folder, 'data/glean.sqlite'));
  const [session = ''] = await addSignedInMembers(database, 1);
  await database.close();
  const client = new ServerClient({ dataDir: '', databaseUrl: '', port }, session);
  const image = { bytes: await redBlueImage(640, 480).png().toBuffer(), type: 'image/png' };
  const { status } = await client.post(POSTS, postForm([image]));
  if (status !== 201) throw new Error(`A post with an image: ${status}`);
  operate(stage, port, 'add-member', ...MEMBER);
  operate(stage, port, 'backup');
}

/** Runs a command of the operator, and prints its output. */
function operate(stage: ImageStage, port: number, ...args: string[]): void {
  const options = { ...optionsOf(stage, port), encoding: 'utf8' as const };
  console.log(execFileSync('node', ['scripts/operator.ts', ...args], options).trim());
}

/** Empties the data volume, as on a new machine, so that later data comes from the backup. */
async function loseData({ folder }: ImageStage): Promise<void> {
  const data = join(folder, 'data');
  for (const name of await readdir(data)) await rm(join(data, name), { recursive: true });
}

async function serve(drill: Drill, stage: ImageStage): Promise<void> {
  for (const name of VOLUMES)
    if (process.getuid?.() === 0) await chown(join(stage.folder, name), UNPRIVILEGED, UNPRIVILEGED);
  const port = await freePort();
  const [command, ...args] = commandOf(stage, 'CMD');
  const options = optionsOf(stage, port);
  const started = Date.now();
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitUntilHealthy(stage, port);
    console.log(`Healthy after ${Date.now() - started} ms`);
    await use(drill, stage, port);
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = await ended;
    if (code !== 0) throw new Error(`It ended with ${code}.`);
  } finally {
    server.kill('SIGKILL');
  }
  await loseData(stage);
  operate(stage, port, 'restore', join(stage.folder, 'backup'));
  await lookAtRestored(stage, port);
}

/** Starts the restored site, and checks its post, its image and its new member. */
async function lookAtRestored(stage: ImageStage, port: number): Promise<void> {
  const [command, ...args] = commandOf(stage, 'CMD');
  const options = optionsOf(stage, port);
  const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await waitUntilHealthy(stage, port);
    const origin = `http://127.0.0.1:${port}`;
    const { data } = (await (await fetch(`${origin}/api/web/forum/posts/limited`)).json()) as {
      data: { posts: { attachments: string[] }[] };
    };
    const [url] = data.posts.flatMap(({ attachments }) => attachments);
    const image = url && (await fetch(origin + url));
    if (!image || image.status !== 200) throw new Error('The restored site lacks its image.');
  } finally {
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
  const database = openDatabase(join(stage.folder, 'data/glean.sqlite'));
  const member = database.db.selectFrom('members').where('email', '=', MEMBER[0] ?? '');
  const found = await member.select('id').executeTakeFirst();
  await database.close();
  if (!found) throw new Error('The restored site lacks its new member.');
}

await runDrill(async (drill) => {
  drill.expectAtLeast(PAGES.length, SERVED);
  drill.expectAtLeast(1, RESTORED);
  const root = await mkdtemp(join(tmpdir(), 'glean-container-'));
  drill.cleanUp(() => rm(root, { recursive: true }));
  // So that the unprivileged user can enter.
  await chmod(root, 0o755);
  const stage = await buildImage(root, ({ name, value }) => console.log(`${name} ${value}`));
  console.log(execFileSync('du', ['-sh', join(stage.folder, 'app')], { encoding: 'utf8' }).trim());
  await serve(drill, stage);
  drill.count(RESTORED);
});
