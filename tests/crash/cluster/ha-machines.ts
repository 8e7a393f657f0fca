// Three machines with PostgreSQL, Patroni and etcd: network namespaces of this one, whose cables can be cut.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { unprivileged } from '#tests/support/server/postgres-cluster.ts';

const run = promisify(execFile);

const NAMES = ['n1', 'n2', 'n3'] as const;
const SCOPE = 'glean';
export const PASSWORD = 'straw';
// With the programs that Patroni runs, such as pg_rewind.
const [DEBIAN_BIN] = globSync('/usr/lib/postgresql/*/bin');
const HEALTHY_MS = 120_000;
const POLL_MS = 250;
// Patroni takes no primary away before its lease ends: it bounds how long writes fail.
const LEASE_S = 15;

type Name = (typeof NAMES)[number];

const namespaceOf = (name: Name) => `glean-ha-${process.pid}-${name}`;
const cableOf = (name: Name) => `glean-${name}`;
const hostOf = (name: Name) => `10.87.0.1${name.slice(1)}`;
const etcdOf = (name: Name) => `http://${hostOf(name)}:2379`;

/** The list of hosts, as DATABASE_URL has it. */
export const HOSTS_URL = `postgres://glean:${PASSWORD}@${NAMES.map((each) => `${hostOf(each)}:5432`).join()}/postgres?target_session_attrs=read-write`;

/** A URL of what passes connections on to the primary. */
export const urlThrough = (port: number): string =>
  `postgres://glean:${PASSWORD}@127.0.0.1:${port}/postgres?target_session_attrs=read-write`;

/** The servers of HAProxy: Patroni says which one is the primary. */
export const HAPROXY_SERVERS = NAMES.map(
  (each) => `  server ${each} ${hostOf(each)}:5432 check port 8008`,
).join('\n');

interface Member {
  name: Name;
  role: string;
  state: string;
}

/** The arguments of etcd on a machine. */
function etcdArgs(name: Name, folder: string): string[] {
  const peer = (of: Name) => `http://${hostOf(of)}:2380`;
  const cluster = NAMES.map((each) => `${each}=${peer(each)}`).join();
  return [
    ['--name', name, '--data-dir', join(folder, `etcd-${name}`)],
    ['--listen-client-urls', etcdOf(name), '--advertise-client-urls', etcdOf(name)],
    ['--listen-peer-urls', peer(name), '--initial-advertise-peer-urls', peer(name)],
    ['--initial-cluster', cluster, '--initial-cluster-state', 'new', '--enable-v2'],
  ].flat();
}

/** The settings of Patroni on a machine: JSON is YAML. */
const patroniSettings = (name: Name, folder: string, isSynchronous: boolean) => ({
  scope: SCOPE,
  name,
  restapi: { listen: `${hostOf(name)}:8008`, connect_address: `${hostOf(name)}:8008` },
  // Not etcd3: Patroni 3.0.2 writes the key of the leader there without looking whose it is.
  etcd: { hosts: NAMES.map((each) => `${hostOf(each)}:2379`) },
  bootstrap: {
    dcs: {
      ttl: LEASE_S,
      loop_wait: 5,
      retry_timeout: 5,
      synchronous_mode: isSynchronous,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
  },
  postgresql: {
    listen: `${hostOf(name)}:5432`,
    connect_address: `${hostOf(name)}:5432`,
    data_dir: join(folder, name),
    bin_dir: DEBIAN_BIN,
    pgpass: join(folder, `pgpass-${name}`),
    authentication: {
      superuser: { username: 'glean', password: PASSWORD },
      replication: { username: 'standby', password: PASSWORD },
    },
    parameters: { unix_socket_directories: '' },
    pg_hba: ['host all all 10.87.0.0/24 md5', 'host replication all 10.87.0.0/24 md5'],
  },
});

/** The machines. They must be in a network namespace of their own (ha.ts). */
export class Machines {
  readonly #folder: string;
  readonly #isSynchronous: boolean;
  readonly #user = unprivileged() ?? { uid: 0, gid: 0 };

  /** @param folder which is deleted afterwards */
  constructor(folder: string, isSynchronous: boolean) {
    this.#folder = folder;
    this.#isSynchronous = isSynchronous;
    chownSync(folder, this.#user.uid, this.#user.gid);
    for (const name of NAMES) {
      writeFileSync(
        this.#settingsPath(name),
        JSON.stringify(patroniSettings(name, folder, isSynchronous)),
      );
      mkdirSync(join(folder, `etcd-${name}`), { mode: 0o700 });
      chownSync(join(folder, `etcd-${name}`), this.#user.uid, this.#user.gid);
    }
  }

  #settingsPath(name: Name): string {
    return join(this.#folder, `${name}.yml`);
  }

  /** Lays the cables, and starts all. */
  async open(): Promise<void> {
    await run('ip', ['link', 'set', 'lo', 'up']);
    await run('ip', ['link', 'add', 'switch', 'type', 'bridge']);
    await run('ip', ['address', 'add', '10.87.0.1/24', 'dev', 'switch']);
    await run('ip', ['link', 'set', 'switch', 'up']);
    for (const name of NAMES) {
      const namespace = namespaceOf(name);
      const inside = ['netns', 'exec', namespace, 'ip'];
      await run('ip', ['netns', 'add', namespace]);
      const peer = ['peer', 'name', 'cable', 'netns', namespace];
      await run('ip', ['link', 'add', cableOf(name), 'type', 'veth', ...peer]);
      await run('ip', ['link', 'set', cableOf(name), 'master', 'switch', 'up']);
      await run('ip', [...inside, 'address', 'add', `${hostOf(name)}/24`, 'dev', 'cable']);
      for (const each of ['lo', 'cable']) await run('ip', [...inside, 'link', 'set', each, 'up']);
    }
    for (const name of NAMES) this.start(name);
    await this.untilHealthy();
  }

  #spawn(name: Name, command: string[]): ChildProcess {
    const log = openSync(join(this.#folder, `${name}.log`), 'a');
    const { uid, gid } = this.#user;
    const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const args = ['netns', 'exec', namespaceOf(name), 'setpriv', ...user, ...command];
    const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: this.#folder };
    const child = spawn('ip', args, { cwd: this.#folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
    return child;
  }

  /** Starts a machine, also again. */
  start(name: Name): void {
    this.#spawn(name, ['etcd', ...etcdArgs(name, this.#folder)]);
    this.#spawn(name, ['patroni', this.#settingsPath(name)]);
  }

  /** Sends a signal to all processes of a machine, or to those with a name. */
  async signal(name: Name, signal: NodeJS.Signals, command = ''): Promise<number> {
    const { stdout } = await run('ip', ['netns', 'pids', namespaceOf(name)]);
    let count = 0;
    for (const pid of stdout.split('\n').filter(Boolean))
      try {
        if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(command)) continue;
        process.kill(Number(pid), signal);
        count += 1;
      } catch {
        // It has ended.
      }
    return count;
  }

  /** Pulls a machine's cable, or plugs it in. */
  async setCable(name: Name, state: 'up' | 'down'): Promise<void> {
    await run('ip', ['link', 'set', cableOf(name), state]);
  }

  /** @returns the members, as the primary sees them: others may have been paused */
  async list(): Promise<Member[]> {
    for (const name of NAMES)
      try {
        const signal = AbortSignal.timeout(1000);
        const get = (path: string) => fetch(`http://${hostOf(name)}:8008/${path}`, { signal });
        if (!(await get('primary')).ok) continue;
        return ((await (await get('cluster')).json()) as { members: Member[] }).members;
      } catch {
        // The next one.
      }
    return [];
  }

  /** @returns the name of the machine with a role */
  async find(role: 'leader' | 'standby'): Promise<Name> {
    const members = await this.list();
    const found =
      role === 'leader'
        ? members.find((each) => each.role === role)
        : (members.find((each) => each.role === 'sync_standby') ??
          members.find(({ role: own }) => own !== 'leader'));
    if (!found) throw new Error(`No ${role}.`);
    return found.name;
  }

  /** Waits until there is a primary with two standbys that follow it. */
  async untilHealthy(): Promise<void> {
    const isHealthy = (members: Member[]) =>
      members.length === NAMES.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      members.some(({ role }) => role === 'leader') &&
      (!this.#isSynchronous || members.some(({ role }) => role === 'sync_standby'));
    for (const until = Date.now() + HEALTHY_MS; !isHealthy(await this.list());) {
      if (Date.now() > until) throw new Error(JSON.stringify(await this.list()));
      await pause(POLL_MS);
    }
  }

  /** Makes a standby the primary, as a technician does. */
  async switchOver(): Promise<void> {
    const candidate = await this.find('standby');
    const args = ['switchover', SCOPE, '--candidate', candidate, '--force'];
    await run('patronictl', ['--config-file', this.#settingsPath(candidate), ...args]);
  }

  async close(): Promise<void> {
    for (const name of NAMES) {
      while ((await this.signal(name, 'SIGKILL')) > 0) await pause(POLL_MS);
      await run('ip', ['netns', 'delete', namespaceOf(name)]);
    }
  }
}
