// Dockerfile and compose.yaml have the settings that docs/operations.md promises. There may be no Docker to try them;
// `tests/crash/container.ts` follows the Dockerfile's steps.
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { resolve } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readConfig } from '#lib/server/platform/config/config.ts';
import { listHostUrls } from '#lib/server/platform/config/postgres-url.ts';
import { readBuildContext, readDockerfile } from '#tests/support/server/dockerfile.ts';

const root = resolve(import.meta.dirname, '../..');
const SERVERS = ['server', 'server-1', 'server-2', 'ha-server-1', 'ha-server-2'];
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const compose = read('compose.yaml');

/** @returns the lines below a key of compose.yaml that are indented more; the first key is at the top level */
function section(...keys: string[]): string {
  return keys.reduce((text, key, depth) => {
    const indent = ' '.repeat(2 * depth);
    const [, below] =
      new RegExp(String.raw`^${indent}${key}:.*\n((?:${indent} +.*\n|\n)*)`, 'm').exec(text) ?? [];
    if (below === undefined) throw new Error(`compose.yaml has no ${key}.`);
    return below;
  }, compose);
}

/** @returns the value of a key in a section */
const valueOf = (text: string, key: string) =>
  new RegExp(String.raw`^ *${key}: (.*)$`, 'm').exec(text)?.[1]?.replaceAll("'", '');

const own = (name = '') => section('services', name);

/** @returns the services whose section contains a word */
function services(word: RegExp): (string | undefined)[] {
  const names = Array.from(section('services').matchAll(/^ {2}([\w-]+):$/gm), ([, name]) => name);
  return names.filter((name) => word.test(own(name)));
}

/** @returns the addresses that Docker assigns to containers of a network */
function givenAddresses(network: string): BlockList {
  const [, first = '', bits] = /ip_range: ([\d.]+)\/(\d+)/.exec(section('networks', network)) ?? [];
  const range = new BlockList();
  range.addSubnet(first, Number(bits));
  expect(range.check(first)).toBe(true);
  return range;
}

/** @returns the names of settings of Patroni and etcd in a text */
const namesIn = (text: string) =>
  new Set(Array.from(text.matchAll(/^ *((?:PATRONI|ETCD|SITE)_\w+)[:=]/gm), ([, name]) => name));

const three = (name: string) => [1, 2, 3].map((nth) => `${name}-${nth}`);

describe('the Dockerfile', () => {
  const stages = readDockerfile();
  const last = stages.at(-1) ?? [];
  const values = (name: string) =>
    last.filter((each) => each.name === name).map(({ value }) => value);

  test('each of its own stages has the Node version of package.json', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'));
    // npm has some versions only for Linux.
    const ofLinux = Object.entries<string>(optionalDependencies).filter(([name]) =>
      name.startsWith('node-linux-'),
    );
    const versions = new Set(ofLinux.map(([, version]) => version));
    expect(versions.size).toBe(1);
    const [version = ''] = versions;
    const [build, , final] = stages.map(([from]) => from?.value);
    expect(build).toMatch(new RegExp(`^node:${version}-[a-z]+-slim AS build$`));
    expect(build).toBe(`${final} AS build`);
  });

  test('has the programs of compose.yaml’s PostgreSQL, for backups', () => {
    const { image } = /image: (?<image>postgres:(?<major>\d+)\S+)/.exec(compose)?.groups ?? {};
    expect(stages.map(([from]) => from?.value)[1]).toBe(`${image} AS postgres`);
    const [, major] = /:(\d+)/.exec(image ?? '') ?? [];
    expect(values('COPY')).toContain(`--from=postgres /client /usr/lib/postgresql/${major}`);
    expect(values('ENV').join(' ')).toContain(`LD_LIBRARY_PATH=/usr/lib/postgresql/${major}/lib`);
  });

  test('starts as an unprivileged user, with one volume', () => {
    expect(values('USER')).toEqual(['node']);
    expect(values('VOLUME')).toEqual(['/data']);
    const order = last.map(({ name }) => name);
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('COPY'));
  });

  test('has the settings of a container behind a proxy', () => {
    const env = Object.fromEntries(
      Array.from(
        values('ENV')
          .join(' ')
          .matchAll(/(\w+)=(\S+)/g),
        ([, name, value]) => [name, value],
      ),
    );
    expect(env).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' });
    const config = readConfig({ ...env, SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://x.example' });
    expect(config).toMatchObject({ demo: false, hosts: ['0.0.0.0'], port: 4321 });
    expect(values('EXPOSE')).toEqual([String(config.port)]);
  });

  test('checks that the process lives, but not its database', () => {
    expect(values('HEALTHCHECK').join('')).toContain('/healthz');
    expect(values('CMD')).toEqual(['["node", "scripts/serve.mjs"]']);
  });

  test('is built from the sources alone: no secrets, no data, no tests', () => {
    const context = readBuildContext();
    for (const name of ['.env', 'data', 'node_modules', 'dist', 'tests', '.git'])
      expect(context).not.toContain(name);
    expect(context).toEqual(expect.arrayContaining(['src', 'scripts', 'package-lock.json']));
  });
});

describe('compose.yaml', () => {
  test('trusts the address of Caddy, and no other', () => {
    const trusted = valueOf(section('x-settings'), 'TRUSTED_PROXIES') ?? '';
    expect(section('x-caddy')).toContain(`ipv4_address: ${trusted} `);
    const [network] = trusted.split(/\.\d+$/);
    expect(section('networks', 'web')).toContain(`subnet: ${network}.0/24`);
    const settings = { SECRET: 'x'.repeat(32), PUBLIC_URL: 'https://x.example' };
    const { trustedProxies } = readConfig({ ...settings, TRUSTED_PROXIES: trusted });
    expect(trustedProxies.check(trusted)).toBe(true);
    expect(trustedProxies.check('127.0.0.1')).toBe(false);
    expect(valueOf(section('x-settings'), 'HOST')).toBe('0.0.0.0');
  });

  test('Docker gives Caddy’s address to no other container', () => {
    const caddy = valueOf(section('x-settings'), 'TRUSTED_PROXIES') ?? '';
    expect(givenAddresses('web').check(caddy)).toBe(false);
  });

  // Settings of the demo, in the Dockerfile, only of the cluster, or of a backup outside of the containers.
  const ELSEWHERE = ['DEMO', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'STORAGE_URL'];
  const BACKUPS = ['BACKUP_URL', 'BACKUP_HOUR'];
  // It is of an upgrade from an archive.
  const UPGRADE = ['REHEARSAL'];

  test('passes every setting to the servers', () => {
    const known = read('src/lib/server/platform/config/config.ts').matchAll(/env\['([A-Z_]+)'\]/g);
    const names = [...new Set(Array.from(known, ([, name = '']) => name))];
    const settings = section('x-settings');
    const missing = names.filter((name) => valueOf(settings, name) === undefined);
    expect([...ELSEWHERE, ...BACKUPS, ...UPGRADE]).toEqual(expect.arrayContaining(missing));
    expect(valueOf(settings, 'METRICS_PORT')).toBe('${METRICS_PORT:-}');
  });

  test('Caddy forwards no trace that a client has chosen', () => {
    const [site = ''] = section('configs', 'caddyfile').split('reverse_proxy');
    expect(site).toMatch(/^ +request_header -traceparent$/m);
  });

  test('no container gains rights, and only Caddy has one', () => {
    const shared = ['x-server', 'x-caddy', 'x-ha-database'].map((name) => [name]);
    for (const key of [...shared, ['services', 'postgres'], ['services', 'bucket']])
      expect(valueOf(section(...key), 'security_opt')).toBe('[no-new-privileges:true]');
    for (const name of ['x-caddy', 'x-ha-database'])
      expect(valueOf(section(name), 'cap_drop')).toBe('[ALL]');
    expect(valueOf(section('x-caddy'), 'cap_add')).toBe('[NET_BIND_SERVICE]');
  });

  test('servers have a read-only root, no rights, and time to finish uploads', () => {
    const server = section('x-server');
    expect(valueOf(server, 'read_only')).toBe('true');
    expect(valueOf(server, 'cap_drop')).toBe('[ALL]');
    expect(valueOf(server, 'stop_grace_period')).toBe('90s');
    expect(valueOf(server, 'restart')).toBe('unless-stopped');
    for (const name of SERVERS) expect(section('services', name).match(/:\/data/g)).toHaveLength(1);
  });

  test('a backup is made every night, in its own volume or folder', () => {
    const settings = section('x-settings');
    const [, backupUrl = ''] = /BACKUP_URL: \$\{BACKUP_URL:-(.+)\}/.exec(settings) ?? [];
    expect(readConfig({ DEMO: '1', BACKUP_URL: backupUrl }).backupUrl).toBe('/backup');
    expect(valueOf(settings, 'BACKUP_HOUR')).toBe('${BACKUP_HOUR:-}');
    expect(readConfig({ DEMO: '1', BACKUP_HOUR: '' }).backupHour).toBe(2);
    for (const name of SERVERS)
      expect(section('services', name)).toContain(`'\${BACKUP_FOLDER:-backup}:${backupUrl}'`);
    expect(section('volumes')).toMatch(/^ {2}backup:$/m);
  });

  test('only Caddy has ports of the host', () => {
    expect(compose.match(/ports:/g)).toHaveLength(1);
    expect(valueOf(section('x-caddy'), 'ports')).toBe('[80:80, 443:443, 443:443/udp]');
    for (const network of ['inner', 'ha'])
      expect(valueOf(section('networks', network), 'internal')).toBe('true');
  });

  test('the cluster is PostgreSQL, a bucket, two servers, and Caddy for both', () => {
    expect(services(/profiles: \[cluster\b|\*cluster/)).toEqual([
      'server-1',
      'server-2',
      'cluster-caddy',
      'postgres',
      'bucket',
    ]);
    expect(own('cluster-caddy')).toContain('server-1:4321 server-2:4321');
    const settings = section('x-cluster-settings').replaceAll('${CLUSTER_PASSWORD:-}', 'password');
    const config = readConfig({
      DEMO: '1',
      DATABASE_URL: valueOf(settings, 'DATABASE_URL'),
      STORAGE_URL: valueOf(settings, 'STORAGE_URL'),
    });
    expect(config.databaseUrl).toBe('postgres://glean:password@postgres/glean');
    expect(config.storageUrl).toContain('@bucket:8333/');
  });

  test('with ha, the servers list three PostgreSQL, whose Patroni uses three etcd', () => {
    expect(services(/profiles: \[(cluster, )?ha\]|\*(ha-server|patroni|etcd)$/m)).toEqual(
      ['ha-server-1', 'ha-server-2', 'ha-caddy', three('postgres'), three('etcd'), 'bucket'].flat(),
    );
    expect(own('ha-caddy')).toContain('ha-server-1:4321 ha-server-2:4321');
    const addressOf = (name: string) => /ipv4_address: ([\d.]+)/.exec(own(name))?.[1] ?? '';
    const databaseUrl = valueOf(section('x-ha-settings'), 'DATABASE_URL') ?? '';
    const hosts = listHostUrls(readConfig({ DEMO: '1', DATABASE_URL: databaseUrl }).databaseUrl);
    expect(hosts.map((url) => url.split(/[@/]/)[3])).toEqual(three('postgres').map(addressOf));
    expect(valueOf(section('x-patroni-settings'), 'PATRONI_ETCD_HOSTS')).toBe(
      three('etcd')
        .map((name) => `${addressOf(name)}:2379`)
        .join(),
    );
    expect(valueOf(section('x-etcd-settings'), 'ETCD_INITIAL_CLUSTER')).toBe(
      three('etcd')
        .map((name) => `${name}=http://${addressOf(name)}:2380`)
        .join(),
    );
    for (const name of [...three('postgres'), ...three('etcd')]) {
      expect(givenAddresses('ha').check(addressOf(name))).toBe(false);
      const settings = own(name).matchAll(/_(?:ADDRESS|URLS): (?:http:\/\/)?([\d.]+):/g);
      expect(Array.from(settings, ([, address]) => address)).toEqual(
        Array<string>(2).fill(addressOf(name)),
      );
      expect(own(name)).toContain(`_NAME: ${name}\n`);
      expect(own(name)).toContain(`'${name}:/var/lib/`);
      expect(section('volumes')).toMatch(new RegExp(`^ {2}${name}:$`, 'm'));
    }
  });

  test('an acknowledged write is on two of three, and does not wait long for one that hangs', () => {
    expect(section('configs', 'patroni')).toContain('file: ./patroni.yml');
    expect(read('patroni.yml')).toMatch(/^ {4}synchronous_mode: true$/m);
    expect(read('patroni.yml')).toMatch(/^ {6}parameters: \{ wal_sender_timeout: 4s \}$/m);
  });

  test('the site is not a superuser of PostgreSQL, nor knows its password', () => {
    const site = /postgres:\/\/(?<user>\w+):\$\{(?<password>\w+):-\}@/;
    const { user, password } = site.exec(section('x-cluster-settings'))?.groups ?? {};
    expect(site.exec(section('x-ha-settings'))?.groups).toEqual({ user, password });
    expect(read('database.sql')).toContain(`create role ${user} login password`);
    for (const settings of [section('x-patroni-settings'), own('postgres')]) {
      expect(settings).toMatch(new RegExp(`SITE_PASSWORD: '?\\$\\{${password}:-\\}`));
      expect(settings.match(new RegExp(`${password}:-`, 'g'))).toHaveLength(1);
      expect(settings).not.toContain(`USERNAME: ${user}`);
    }
    expect(section('configs', 'database')).toContain('file: ./database.sql');
    expect(own('postgres')).toContain('target: /docker-entrypoint-initdb.d/database.sql');
    expect(section('x-patroni')).toContain('target: /etc/patroni/database.sql');
    expect(read('patroni.yml')).toContain('--file=/etc/patroni/database.sql');
  });

  test('the document lists the whole environment of a machine, in its format', () => {
    const document = read('docs/operations.md');
    const settings = ['x-patroni-settings', 'x-etcd-settings'].map((name) => section(name));
    expect(namesIn(document)).toEqual(
      namesIn([...settings, own('postgres-1'), own('etcd-1')].join('')),
    );
  });

  test('every image has an exact version', () => {
    const images = Array.from(compose.matchAll(/(?:image:|FROM) (\S+)/g), ([, name = '']) => name);
    for (const image of images.filter((name) => !/^glean(-postgres)?$/.test(name)))
      expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/);
  });
});
