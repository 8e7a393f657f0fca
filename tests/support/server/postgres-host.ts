// A Postgres of its own for one test, whose commits may wait for a standby.
import type { EventEmitter } from 'node:events';

import { Client } from 'pg';
import { onTestFinished } from 'vitest';

import { findPostgres, startCluster } from './postgres-cluster.ts';
import { databaseUrl, runOn } from './postgres.ts';

const NAME = 'glean';

/** Starts a cluster with an empty database. @returns the database's URL */
export async function startPostgresHost(): Promise<string> {
  // The default level of WAL is that of a host with standbys.
  const cluster = await startCluster(findPostgres() ?? '', { settings: ['fsync=off'] });
  onTestFinished(cluster.stop);
  await runOn(cluster.url, `create database ${NAME}`);
  return databaseUrl(cluster.url, NAME);
}

/** Lets each commit wait for a standby, as Patroni does. @param name of the standby; empty: for none */
export async function waitForStandby(url: string, name: string): Promise<void> {
  await runOn(url, `alter system set synchronous_standby_names = '${name}'`);
  await runOn(url, 'select pg_reload_conf()');
}

interface Wire extends EventEmitter<{ copyData: [{ chunk: Buffer }] }> {
  sendCopyFromChunk: (chunk: Buffer) => void;
}

const WAL_DATA = 'w'.charCodeAt(0);
const WAL_HEADER = 25;

/** @returns that the log is written, flushed and replayed up to where a message of the primary ends */
function toStatus(message: Buffer): Buffer {
  const data = message[0] === WAL_DATA ? message.length - WAL_HEADER : 0;
  const position = message.readBigInt64BE(1) + BigInt(data);
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9, 17]) status.writeBigInt64BE(position, at);
  return status;
}

/**
 * Starts what says that it has the log, as a standby does
 * (https://www.postgresql.org/docs/current/protocol-replication.html).
 * @returns makes it silent, with its connection open
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
  // The primary does not stop while one is silent.
  onTestFinished(() => client.end());
  return () => void (isSilent = true);
}
