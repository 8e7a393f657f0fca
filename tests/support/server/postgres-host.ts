// A separate Postgres for one test, whose commits may wait for a standby.
import type { EventEmitter } from 'node:events';

import { Client } from 'pg';
import { onTestFinished } from 'vitest';

import { findPostgres, startCluster } from './postgres-cluster.ts';
import { databaseUrl, runOn } from './postgres.ts';

const NAME = 'glean';

/** Starts a cluster with an empty database. @returns the database's URL */
export async function startPostgresHost(): Promise<string> {
  // Default WAL level, as on a host with standbys.
  const cluster = await startCluster(findPostgres() ?? '', { settings: ['fsync=off'] });
  onTestFinished(cluster.stop);
  await runOn(cluster.url, `create database ${NAME}`);
  return databaseUrl(cluster.url, NAME);
}

/** Makes each commit wait for a standby, like Patroni. @param name of the standby; empty for none */
export async function waitForStandby(url: string, name: string): Promise<void> {
  await runOn(url, `alter system set synchronous_standby_names = '${name}'`);
  await runOn(url, 'select pg_reload_conf()');
}

interface Wire extends EventEmitter<{ copyData: [{ chunk: Buffer }] }> {
  sendCopyFromChunk: (chunk: Buffer) => void;
}

const WAL_DATA = 'w'.charCodeAt(0);
const WAL_HEADER = 25;

/** A message that the log is written, flushed and replayed up to the end of the primary's message. */
function toStatus(message: Buffer): Buffer {
  const data = message[0] === WAL_DATA ? message.length - WAL_HEADER : 0;
  const position = message.readBigInt64BE(1) + BigInt(data);
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigInt64BE(position, at);
  return status;
}

/**
 * Starts a fake standby that confirms the log
 * (https://www.postgresql.org/docs/current/protocol-replication.html).
 * @returns a function that stops its confirmations, with the connection open
 */
export async function startStandby(url: string, name: string): Promise<() => void> {
  const settings = { connectionString: url, replication: 'true', application_name: name };
  const client = new Client(settings);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ xlogpos: string }>('IDENTIFY_SYSTEM');
  const { connection: wire } = client as unknown as { connection: Wire };
  let isSilent = false;
  wire.on('copyData', ({ chunk }) => {
    if (!isSilent) wire.sendCopyFromChunk(toStatus(chunk));
  });
  client.query(`START_REPLICATION PHYSICAL ${rows[0]?.xlogpos}`).catch(() => {});
  // The primary does not shut down while a standby is silent.
  onTestFinished(() => client.end());
  return () => void (isSilent = true);
}
