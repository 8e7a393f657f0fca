// Three machines with PostgreSQL, Patroni and etcd, configured like in compose.yaml: network namespaces of this
// machine, whose cables can be cut.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, copyFileSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { unprivileged } from '#tests/support/server/postgres-cluster.ts';

const run = promisify(execFile);

const ROOT = resolve(import.meta.dirname, '../../..');
const SETTINGS = 'patroni.yml';
const DATABASE = 'database.sql';
export const PASSWORD = 'straw';
const HEALTHY_MS = 120_000;
const POLL_MS = 250;
const LOG_LENGTH = 5000;

interface Service {
  command: string;
  environment: Record<string, string>;
  networks: { ha: { ipv4_address: string } };
}

interface Compose {
  services: Record<string, Service>;
  'x-ha-settings': { DATABASE_URL: string };
}

/** @returns compose.yaml, read with Python, which Patroni needs anyway */
function readCompose(): Compose {
  const input = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  const code = 'import json, sys, yaml; json.dump(yaml.safe_load(sys.stdin), sys.stdout)';
  const options = { input: input.replaceAll(/\$\{\w+_PASSWORD:-\}/g, PASSWORD) };
  return JSON.parse(execFileSync('/usr/bin/python3', ['-c', code], options).toString()) as Compose;
}

const COMPOSE = readCompose();
const NAMES = Object.keys(COMPOSE.services).filter((name) => /^postgres-\d$/.test(name));

function serviceOf(name: string): Service {
  const service = COMPOSE.services[name];
  if (!service) throw new Error(`compose.yaml has no ${name}.`);
  return service;
}

const etcdOf = (name: string) => name.replace('postgres', 'etcd');
const addressOf = (name: string) => serviceOf(name).networks.ha.ipv4_address;
const namespaceOf = (name: string) => `glean-ha-${process.pid}-${name}`;
const cableOf = (name: string) => name.replace('postgres', 'cable');

/** The list of hosts in the format of DATABASE_URL. */
export const HOSTS_URL = COMPOSE['x-ha-settings'].DATABASE_URL;

/** The URL of a proxy that leads to the primary. */
export const urlThrough = (port: number): string =>
  HOSTS_URL.replace(/(?<=@)[^/]+/, `127.0.0.1:${port}`);

/** The servers of HAProxy, which learns the primary from Patroni. */
export const HAPROXY_SERVERS = NAMES.map(
  (each) => `  server ${each} ${addressOf(each)}:5432 check port 8008`,
).join('\n');

interface Member {
  name: string;
  role: string;
  state: string;
}

/** The machines, which need their own network namespace (ha.ts). */
export class Machines {
  readonly #folder: string;
  readonly #isSynchronous: boolean;
  readonly #user = unprivileged() ?? { uid: 0, gid: 0 };

  /** @param folder a folder that is deleted afterwards */
  constructor(folder: string, isSynchronous: boolean) {
    this.#folder = folder;
    this.#isSynchronous = isSynchronous;
    chownSync(folder, this.#user.uid, this.#user.gid);
    const settings = readFileSync(join(ROOT, SETTINGS), 'utf8');
    const mode = `synchronous_mode: ${isSynchronous}`;
    const database = join(folder, DATABASE);
    copyFileSync(join(ROOT, DATABASE), database);
    writeFileSync(
      this.#settingsPath,
      settings
        .replace('synchronous_mode: true', mode)
        .replace('/etc/patroni/database.sql', database),
    );
  }

  get #settingsPath(): string {
    return join(this.#folder, SETTINGS);
  }

  /** Connects the cables, and starts everything. */
  async open(): Promise<void> {
    await run('ip', ['link', 'set', 'lo', 'up']);
    await run('ip', ['link', 'add', 'switch', 'type', 'bridge']);
    const [network] = addressOf(NAMES[0] ?? '').split(/\.\d+$/);
    await run('ip', ['address', 'add', `${network}.1/24`, 'dev', 'switch']);
    await run('ip', ['link', 'set', 'switch', 'up']);
    for (const name of NAMES) {
      const namespace = namespaceOf(name);
      const inside = ['netns', 'exec', namespace, 'ip'];
      await run('ip', ['netns', 'add', namespace]);
      const peer = ['peer', 'name', 'cable', 'netns', namespace];
      await run('ip', ['link', 'add', cableOf(name), 'type', 'veth', ...peer]);
      await run('ip', ['link', 'set', cableOf(name), 'master', 'switch', 'up']);
      for (const each of [name, etcdOf(name)])
        await run('ip', [...inside, 'address', 'add', `${addressOf(each)}/24`, 'dev', 'cable']);
      for (const each of ['lo', 'cable']) await run('ip', [...inside, 'link', 'set', each, 'up']);
    }
    for (const name of NAMES) this.start(name);
    await this.untilHealthy();
  }

  /** The environment of a service, without its folders. */
  #environmentOf(service: string): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      ...serviceOf(service).environment,
      ETCD_DATA_DIR: join(this.#folder, service),
      PATRONI_POSTGRESQL_DATA_DIR: join(this.#folder, service),
      PATRONI_POSTGRESQL_PGPASS: join(this.#folder, `${service}.pgpass`),
    };
  }

  /** Starts a service of compose.yaml on a machine. */
  #spawn(name: string, service: string): void {
    const log = openSync(join(this.#folder, `${service}.log`), 'a');
    const { uid, gid } = this.#user;
    const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const command = serviceOf(service)
      .command.replace(/\S+\.yml/, this.#settingsPath)
      .split(' ');
    const args = ['netns', 'exec', namespaceOf(name), 'setpriv', ...user, ...command];
    const env = this.#environmentOf(service);
    spawn('ip', args, { cwd: this.#folder, env, stdio: ['ignore', log, log] });
    closeSync(log);
  }

  /** Starts or restarts a machine. */
  start(name: string): void {
    for (const service of [etcdOf(name), name]) this.#spawn(name, service);
  }

  /** Sends a signal to all processes of a machine, or to those with the given name. */
  async signal(name: string, signal: NodeJS.Signals, command = ''): Promise<number> {
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
  async setCable(name: string, state: 'up' | 'down'): Promise<void> {
    await run('ip', ['link', 'set', cableOf(name), state]);
  }

  /** @returns the members from the primary's view, as the others may have been paused */
  async list(): Promise<Member[]> {
    for (const name of NAMES)
      try {
        const signal = AbortSignal.timeout(1000);
        const get = (path: string) => fetch(`http://${addressOf(name)}:8008/${path}`, { signal });
        if (!(await get('primary')).ok) continue;
        return ((await (await get('cluster')).json()) as { members: Member[] }).members;
      } catch {
        // The next one.
      }
    return [];
  }

  /** @returns the name of the machine with a role */
  async find(role: 'leader' | 'standby'): Promise<string> {
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
      if (Date.now() > until) throw new Error(this.#describe(await this.list()));
      await pause(POLL_MS);
    }
  }

  /** @returns the members, with the last log lines of those that are missing or failed */
  #describe(members: Member[]): string {
    const isWell = (name: string) =>
      members.some((each) => each.name === name && !each.state.includes('fail'));
    const logs = NAMES.filter((name) => !isWell(name)).map((name) =>
      readFileSync(join(this.#folder, `${name}.log`), 'utf8').slice(-LOG_LENGTH),
    );
    return [JSON.stringify(members), ...logs].join('\n');
  }

  /** Makes a standby the primary, like an operator. */
  async switchOver(): Promise<void> {
    const candidate = await this.find('standby');
    const args = ['switchover', '--candidate', candidate, '--force'];
    const env = this.#environmentOf(candidate);
    await run('patronictl', ['--config-file', this.#settingsPath, ...args], { env });
  }

  async close(): Promise<void> {
    for (const name of NAMES) {
      while ((await this.signal(name, 'SIGKILL')) > 0) await pause(POLL_MS);
      await run('ip', ['netns', 'delete', namespaceOf(name)]);
    }
  }
}
