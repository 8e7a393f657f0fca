// Failures of two servers on one database. Each function causes one, and returns the errors that followed.
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import type { Pair } from '#tests/support/server/cluster-checks.ts';
import type { Cluster as Postgres } from '#tests/support/server/postgres-cluster.ts';
import { measurePropagation } from '#tests/support/server/propagation.ts';
import { ServerClient } from '#tests/support/server/server-client.ts';
import { addSignedInMembers, originOf } from '#tests/support/server/server-process.ts';
import type { Cluster } from '#tests/support/server/two-servers.ts';

import { type ClusterLoad, numbersIn } from './cluster-load.ts';
import { type CountingMailServer, enqueueEmails } from './cluster-mail.ts';

const DOWN_MS = 3000;
const POLL_MS = 50;
const SENDING_MS = 60_000;
// Each server sends four emails at a time.
export const EMAILS = 8;
/** A write on one server is visible on the other within this time. */
export const SEEN_MS = 1000;
const QUEUED = 20;
const LISTENERS = 2;

/** Everything that a failure needs. */
export interface Stage {
  postgres: Postgres;
  cluster: Cluster;
  pair: Pair;
  load: ClusterLoad;
  mail: CountingMailServer;
}

/** Lets each server start to send four emails, whose responses are delayed. */
async function beginEmails({ mail, pair }: Stage, prefix: string): Promise<void> {
  mail.delayResponses();
  await enqueueEmails(pair.database.db, prefix, EMAILS);
  for (const until = Date.now() + SENDING_MS; mail.waiting < EMAILS; await pause(POLL_MS))
    if (Date.now() > until)
      throw new Error(`${mail.waiting} of ${EMAILS} emails are on their way: ${prefix}`);
}

/** Kills a server, and restarts it after some seconds. */
export async function killServer({ cluster }: Stage): Promise<string[]> {
  await cluster.a.kill();
  await pause(DOWN_MS);
  await cluster.a.start();
  return [];
}

/** Resumes a paused server, and checks its first responses, to requests that arrived during the pause. */
async function resume({ cluster, pair, load }: Stage): Promise<string[]> {
  const [session = ''] = await addSignedInMembers(pair.database, 1);
  const expected = load.newestBefore(Date.now() - SEEN_MS);
  const url = `${originOf(pair.a)}/forums/explore`;
  const pages = Array.from({ length: QUEUED }, async () => (await fetch(url)).text());
  await new ServerClient(pair.b, session).post('/api/web/auth/logout');
  const asMember = new ServerClient(pair.a, session).get('/api/web/forum');
  // By then the kernel has received the requests.
  await pause(POLL_MS);
  cluster.a.resume();
  const newest = (await Promise.all(pages)).map((text) => Math.max(0, ...numbersIn(text)));
  const old = newest.filter((number) => number < expected);
  const { status } = await asMember;
  return [
    ...old.map((number) => `after the pause: post ${number}, not ${expected}`),
    ...(status === 401 ? [] : [`after the pause: ${status} for a session that had ended`]),
  ];
}

/** Pauses a server while it is sending emails. */
export async function pauseServer(stage: Stage, pauseMs: number): Promise<string[]> {
  await beginEmails(stage, 'paused');
  stage.cluster.a.pause();
  stage.mail.sendResponses();
  await pause(pauseMs);
  return resume(stage);
}

/** Restarts Postgres while the servers are sending emails. */
export async function restartPostgres(stage: Stage): Promise<string[]> {
  await beginEmails(stage, 'restarted');
  const restarting = stage.load.withoutDatabase(stage.postgres.restart());
  stage.mail.sendResponses();
  await restarting;
  return [];
}

/** Cuts the listening connections, and writes immediately afterwards. */
export async function cutListeners({ postgres, pair }: Stage): Promise<string[]> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'glean channel'`,
  );
  await client.end();
  const seen = await measurePropagation(pair);
  console.log(`Right after the cut, milliseconds until B showed a write on A:`, seen);
  const slow = Object.entries(seen).filter(([, ms]) => ms > SEEN_MS);
  return [
    ...(rowCount === LISTENERS ? [] : [`${rowCount} listening connections`]),
    ...slow.map(([name, ms]) => `${name} after ${ms} ms`),
  ];
}
