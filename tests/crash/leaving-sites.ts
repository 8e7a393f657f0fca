// Sites with a member to be erased, for the drill of erasures, on both databases.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { addComment, addFollow, addLike, addMember, addPost } from '#demo/factories.ts';
import { createAppServer } from '#lib/server/app/app-server.ts';
import { recountAll } from '#lib/server/people/members/queries.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { createImageKey } from '#lib/server/platform/storage/save-files.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { databaseUrl, runOn } from '#tests/support/server/postgres.ts';
import type { ServerInstance } from '#tests/support/server/server-process.ts';

/** A word that the leaving member's texts contain, and no other text. */
export const LEAVING = 'zqleaving';
const POSTS = 60;
const READERS = 30;
const DAY_MS = 86_400_000;

/** Identical sites, each for one erasure. */
export interface LeavingSites {
  create: (name: string) => Promise<ServerInstance>;
  remove: (site: ServerInstance) => Promise<void>;
  close: () => Promise<void>;
}

async function addPosts({ files }: Services, tx: Executor, memberId: string, readers: string[]) {
  for (let nth = 0; nth < POSTS; nth += 1) {
    const key = createImageKey(40, 30);
    await files.put(`${key}/40.webp`, Buffer.from(LEAVING), 'image/webp');
    const title = `${LEAVING} ${nth}`;
    const { id } = await addPost(tx, { author_id: memberId, title, description: title }, [key]);
    for (const reader of readers.slice(0, 3)) await addLike(tx, id, reader);
    await addComment(tx, id, readers[nth % READERS] ?? '', 'Is it dry?');
  }
}

async function addReaders(tx: Executor, memberId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < READERS; nth += 1) {
    const { id } = await addMember(tx, { password_hash: 'none' });
    const post = await addPost(tx, { author_id: id });
    await addLike(tx, post.id, memberId);
    await addComment(tx, post.id, memberId, `${LEAVING} comment`);
    await addFollow(tx, id, memberId);
    await addFollow(tx, memberId, id);
    ids.push(id);
  }
  return ids;
}

async function addExport({ exportFiles }: Services, tx: Executor, member_id: string) {
  const file_key = `${'E'.repeat(22)}.zip`;
  const bytes = await exportFiles.save(file_key, (path) => writeFile(path, LEAVING));
  const times = { requested_at: 1, run_at: 1, ready_at: 1, expires_at: Date.now() + DAY_MS };
  const row = { id: newId(), member_id, file_key, bytes, attempts: 1, ...times };
  await tx.insertInto('exports').values(row).execute();
}

/** Adds the remains of a post that was removed with its image. */
async function addRemoved({ files }: Services, tx: Executor, member_id: string): Promise<void> {
  const now = Date.now();
  const [image_key, quarantine_id] = [createImageKey(40, 30), newId()];
  await files.put(`${image_key}/40.webp`, Buffer.from(LEAVING), 'image/webp');
  const item = { decision_id: null, kind: 'post', idempotency_key: null } as const;
  await tx
    .insertInto('quarantine')
    .values({
      id: quarantine_id,
      ...item,
      subject_id: newId(),
      member_id,
      request_hash: null,
      created_at: now,
    })
    .execute();
  const row = { quarantine_id, member_id, position: 0, table_name: 'attachments', image_key };
  await tx
    .insertInto('quarantine_rows')
    .values({ ...row, content: `{"title":"${LEAVING}"}` })
    .execute();
}

async function addPasskeyAndApplication(tx: Executor, member_id: string): Promise<void> {
  const created_at = Date.now();
  await tx
    .insertInto('passkeys')
    .values({
      id: newId(),
      member_id,
      credential_id: newId(),
      public_key: 'none',
      counter: 0,
      transports: '',
      name: LEAVING,
      created_at,
      used_at: null,
    })
    .execute();
  const names = { first_name: LEAVING, last_name: LEAVING, email: `${LEAVING}@glean.example` };
  const agreed = { terms_version: 1, privacy_version: 1, invitation_id: null };
  const decided = { decided_by: null, decided_at: null, reason: null, member_id: null };
  const link = { token_hash: null, token_expires_at: null };
  await tx
    .insertInto('applications')
    .values({
      id: newId(),
      ...names,
      ...agreed,
      ...decided,
      ...link,
      contact_phone: null,
      role: 'farmer',
      town: null,
      about: LEAVING,
      language: 'en',
      origin: 'application',
      status: 'waiting',
      created_at,
    })
    .execute();
}

/** Fills the site: a member requested their erasure 15 days ago, among others. */
async function fill(services: Services): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const requested_at = Date.now() - 15 * DAY_MS;
    const names = { first_name: LEAVING, email: `${LEAVING}@glean.example` };
    const { id } = await addMember(tx, {
      password_hash: 'none',
      disabled_at: requested_at,
      ...names,
    });
    await addPosts(services, tx, id, await addReaders(tx, id));
    await addExport(services, tx, id);
    await addRemoved(services, tx, id);
    await addPasskeyAndApplication(tx, id);
    const deletion = { member_id: id, requested_at, erase_at: requested_at + 14 * DAY_MS };
    await tx.insertInto('deletions').values(deletion).execute();
    await recountAll(tx);
  });
}

async function makeTemplate(dataDir: string, url: string): Promise<void> {
  await mkdir(dataDir);
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: url, DEMO: '1' });
  const server = await createAppServer(config, { logDestination: { write() {} } });
  await fill(server.services);
  await server.close();
}

/** Sites on SQLite. */
export async function openSqliteSites(root: string): Promise<LeavingSites> {
  const template = join(root, 'template');
  await makeTemplate(template, '');
  return {
    async create(name) {
      const dataDir = join(root, name);
      await cp(template, dataDir, { recursive: true });
      return { dataDir, databaseUrl: '', port: 0 };
    },
    remove: ({ dataDir }) => rm(dataDir, { recursive: true }),
    close: () => Promise.resolve(),
  };
}

/** Sites on their own Postgres. */
export async function openPostgresSites(root: string): Promise<LeavingSites> {
  const bin = findPostgres();
  if (!bin) throw new Error('No Postgres found: install it first.');
  const { url: server, stop } = await startCluster(bin);
  await runOn(server, 'create database glean_template');
  const template = join(root, 'template');
  await makeTemplate(template, databaseUrl(server, 'glean_template'));
  return {
    async create(name) {
      const dataDir = join(root, name);
      await cp(template, dataDir, { recursive: true });
      await runOn(server, `create database ${name} template glean_template`);
      return { dataDir, databaseUrl: databaseUrl(server, name), port: 0 };
    },
    async remove({ dataDir, databaseUrl: url }) {
      await runOn(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`);
      await rm(dataDir, { recursive: true });
    },
    close: stop,
  };
}
