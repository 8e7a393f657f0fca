import { expect, onTestFinished, test } from 'vitest';

import { checkWrites } from '#lib/server/platform/health/write-probe.ts';
import { postForm, POSTS } from '#tests/support/nouns/posts.ts';
import { freePort } from '#tests/support/server/port.ts';
import { findPostgres, startCluster } from '#tests/support/server/postgres-cluster.ts';
import { createDatabase, databaseUrl, runOn } from '#tests/support/server/postgres.ts';
import { TcpProxy } from '#tests/support/server/tcp-proxy.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

const bin = findPostgres();
const onPostgres = test.runIf(process.env['DATABASE'] === 'postgres');
const onTwo = test.runIf(process.env['DATABASE'] === 'postgres' && bin);

const RESPONSE_MS = 5000;
const UNAVAILABLE = { status: 503, body: { code: 'unavailable' } };

const hostOf = (url: string) => new URL(url).host;

/** A URL that lists other hosts before its own. */
const after = (url: string, ...hosts: string[]) =>
  url.replace(`@${hostOf(url)}`, `@${[...hosts, hostOf(url)].join(',')}`);

async function publish(site: Site): Promise<number> {
  const browser = await site.signedIn();
  return (await browser.post(POSTS, postForm())).status;
}

onPostgres('hosts that refuse, or accept connections and stay silent, delay nothing', async () => {
  const url = await createDatabase();
  const silent = new TcpProxy(url);
  onTestFinished(() => silent.close());
  const silentHost = hostOf(await silent.open());
  silent.cut();
  const closed = `127.0.0.1:${await freePort()}`;
  const site = await openSite({ DATABASE_URL: after(url, closed, silentHost) });
  const start = performance.now();
  expect(await publish(site)).toBe(201);
  expect(performance.now() - start).toBeLessThan(RESPONSE_MS);
  await checkWrites(site.services, site.server.state);
  expect((await site.guest().get('/readyz')).status).toBe(200);
});

onPostgres(
  'without a host that accepts writes requests are 503; any that returns is used',
  async () => {
    const url = await createDatabase();
    const proxies = [new TcpProxy(url), new TcpProxy(url)] as const;
    onTestFinished(() => proxies.forEach((each) => each.close()));
    const [one, other] = [await proxies[0].open(), await proxies[1].open()];
    const site = await openSite({ DATABASE_URL: after(one, hostOf(other)) });
    const browser = await site.signedIn();
    for (const back of proxies) {
      for (const each of proxies) each.refuse();
      expect(await browser.post(POSTS, postForm())).toMatchObject(UNAVAILABLE);
      back.repair();
      const isBack = async () => (await browser.post(POSTS, postForm())).status;
      await expect.poll(isBack).toBe(201);
    }
  },
);

const READ_ONLY = 'default_transaction_read_only';

const countPosts = async (url: string) => (await runOn(url, 'select 1 from posts')).length;

/** Makes a host reject writes, even in open sessions, like a standby from a site's view. */
async function demote(url: string): Promise<void> {
  await runOn(url, `alter system set ${READ_ONLY} = on`);
  await runOn(url, 'select pg_reload_conf()');
}

/** The result of a write: the database's error code, if any. */
const writeTo = (site: Site) => () =>
  site.member().then(
    () => 'written',
    ({ code }: { code?: string }) => code,
  );

/** A cluster with the database's password, and a proxy in front of it. */
async function startHost(password: string, name: string) {
  // Default WAL level, as on a host with replicas.
  const cluster = await startCluster(bin ?? '', { password, settings: ['fsync=off'] });
  onTestFinished(cluster.stop);
  await runOn(cluster.url, `create database ${name}`);
  const url = databaseUrl(cluster.url, name);
  const proxy = new TcpProxy(url);
  onTestFinished(() => proxy.close());
  return { ...cluster, url, proxy, through: await proxy.open() };
}

/** @returns the error of a write */
const failureOf = (site: Site) => site.member().then(() => '', String);

onTwo('a host that was replaced while it was down is not written to again', async () => {
  const known = await createDatabase();
  const name = new URL(known).pathname.slice(1);
  const old = await startHost(new URL(known).password, name);
  const successor = await startHost(new URL(known).password, name);
  await openSite({ DATABASE_URL: successor.url });
  await successor.promote();
  successor.proxy.refuse();
  const site = await openSite({ DATABASE_URL: after(successor.through, hostOf(old.through)) });
  expect(await publish(site)).toBe(201);
  old.proxy.refuse();
  successor.proxy.repair();
  await expect.poll(() => publish(site).catch(String)).toBe(201);
  // The old host is back and still accepts writes, and its successor is down.
  successor.proxy.refuse();
  old.proxy.repair();
  const responses = `${hostOf(successor.through)}: .*; ${hostOf(old.through)}: it is read-only`;
  await expect.poll(() => failureOf(site)).toMatch(new RegExp(responses));
  expect([await countPosts(old.url), await countPosts(successor.url)]).toEqual([1, 1]);
  successor.proxy.repair();
  await expect.poll(() => publish(site).catch(String)).toBe(201);
  expect([await countPosts(old.url), await countPosts(successor.url)]).toEqual([1, 2]);
});

onTwo('a site writes to the host that accepts writes, even after it changes', async () => {
  const other = await createDatabase();
  const name = new URL(other).pathname.slice(1);
  const { password } = new URL(other);
  const own = await startCluster(bin ?? '', { password });
  onTestFinished(own.stop);
  await runOn(own.url, `create database ${name}`);
  const proxy = new TcpProxy(databaseUrl(own.url, name));
  onTestFinished(() => proxy.close());
  const first = await proxy.open();
  // The other host responds first.
  proxy.delayMs = 100;
  const alterOther = (how: string) =>
    runOn(databaseUrl(other, 'postgres'), `alter database ${name} ${how}`);
  // It has the rows that a server creates at its start.
  await openSite({ DATABASE_URL: other });
  // Like on a standby, its sessions are read-only.
  await alterOther(`set ${READ_ONLY} = on`);
  const site = await openSite({ DATABASE_URL: after(first, hostOf(other)) });
  expect(await publish(site)).toBe(201);
  expect([await countPosts(first), await countPosts(other)]).toEqual([1, 0]);
  await demote(first);
  // On an open connection, once its session has the new setting.
  await expect.poll(writeTo(site)).toBe('25006');
  await alterOther(`reset ${READ_ONLY}`);
  await expect.poll(() => publish(site).catch(String)).toBe(201);
  expect([await countPosts(first), await countPosts(other)]).toEqual([1, 1]);
});
