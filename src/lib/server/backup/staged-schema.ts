import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { PostgresTarget } from './postgres-catalog.ts';
import { findTool, startTool } from './postgres-tools.ts';
import { toolConnection } from './tool-connection.ts';

/** The schema in which a restore is prepared. */
export const STAGED = 'glean_restoring';
const LIVE = 'glean_live';

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

// It is in the first lines.
const MAX_HEAD = 64 * 1024;
const EMPTY_PATH = "set_config('search_path', '', false)";

/**
 * Replaces the empty search path of a script of `pg_restore`: functions of generated columns call others of ours by name.
 */
async function* setSearchPath(script: AsyncIterable<Buffer>, schema: string) {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of script) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const at = head.indexOf(EMPTY_PATH);
    if (at === -1 && head.length < MAX_HEAD) continue;
    if (at !== -1) yield head.subarray(0, at);
    if (at !== -1) yield Buffer.from(`set_config('search_path', '${quote(schema)}', false)`);
    yield at === -1 ? head : head.subarray(at + EMPTY_PATH.length);
    head = null;
  }
  if (head) yield head;
}

/**
 * Loads an archive into a schema of its own, in one transaction: the archive names the live schema, which is away under
 * another name only within it. Whatever ends this process, Postgres rolls back.
 * @param archive path of a file of `pg_dump`
 * @throws BackupError
 */
export async function stageArchive(
  databaseUrl: string,
  archive: string,
  { major, schema }: PostgresTarget,
): Promise<void> {
  const { dbname, env } = toolConnection(databaseUrl);
  const [live, aside, staged] = [schema, LIVE, STAGED].map(quote);
  const psqlArgs = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'];
  const psql = startTool(await findTool('psql', major), [...psqlArgs, `--dbname=${dbname}`], {
    env,
  });
  const options = ['--no-owner', '--no-privileges', `--schema=${schema}`, '--file=-'];
  const restore = startTool(await findTool('pg_restore', major), [...options, archive]);
  restore.stdin.end();
  psql.stdout.resume();
  try {
    psql.stdin.write(
      `begin; drop schema if exists ${staged} cascade; create schema if not exists ${live}; alter schema ${live} rename to ${aside}; create schema ${live};\n`,
    );
    const script = Readable.from(setSearchPath(restore.stdout, schema));
    // When psql accepts no more, its exit explains why.
    await pipeline(script, psql.stdin, { end: false }).catch(() => psql.ended);
    await restore.ended;
    psql.stdin.end(
      `\nalter schema ${live} rename to ${staged}; alter schema ${aside} rename to ${live}; commit;\n`,
    );
    await psql.ended;
  } finally {
    psql.kill();
    restore.kill();
  }
}
