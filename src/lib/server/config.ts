import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';

/** How this server is set up, read once from the environment at its start. */
export interface Config {
  /** the demo or a developer's machine: any host name, no settings needed */
  demo: boolean;
  port: number;
  /** the addresses listened on */
  hosts: string[];
  /** the site's own address, without a slash at its end; every absolute link starts with it */
  publicUrl: string;
  /** null: one is made and kept in the data folder (demo only) */
  secret: string | null;
  dataDir: string;
  /** `postgres://…`, or the path of the SQLite file */
  databaseUrl: string;
  storageUrl: string | null;
  mailUrl: string | null;
  /** whose X-Forwarded-For is believed */
  trustedProxies: BlockList;
}

/** A setting that is missing or wrong; the message names it and says what to write. */
export class ConfigError extends Error {}

/** @returns what the system says of something that failed: of a host with several addresses, a code alone */
export const errorText = (thrown: unknown): string => {
  const { message, code } = thrown as NodeJS.ErrnoException;
  return message || String(code);
};

/** For a part of the data folder that cannot be used. @param thrown by the system */
export const dataDirError = (path: string, thrown: unknown): ConfigError =>
  new ConfigError(
    `${path} cannot be used (${errorText(thrown)}): see to it that this user may write there and nothing else is in its place, or set another DATA_DIR.`,
  );

// A user without the right, and a copy that is only read
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const TABLES_REFUSED = new Set(['42501', '25006']);

/** @returns what Postgres threw when it was to make a table, in words where the operator can put it right */
export const toMigrationError = (thrown: unknown): unknown =>
  TABLES_REFUSED.has(String((thrown as NodeJS.ErrnoException).code))
    ? new ConfigError(
        `The database refuses its tables (${errorText(thrown)}): give its user the right to make them, or set another DATABASE_URL.`,
      )
    : thrown;

type Env = Record<string, string | undefined>;

function readPort(value: string | undefined): number {
  const port = Number(value || 4321);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new ConfigError(`PORT is "${value}", but must be a whole number from 0 to 65535.`);
}

function readUrl(name: string, value: string | undefined, protocols: string[]): URL | null {
  if (!value) return null;
  const url = URL.parse(value);
  if (url && protocols.includes(url.protocol)) return url;
  const forms = protocols.map((each) => `${each}//…`).join(' or ');
  throw new ConfigError(`${name} must be an address like ${forms}.`);
}

function readPublicUrl(env: Env, demo: boolean, port: number): string {
  const url = readUrl('PUBLIC_URL', env['PUBLIC_URL'], ['http:', 'https:']);
  if (!url && !demo)
    throw new ConfigError(
      'PUBLIC_URL is missing: write the site’s address, like https://glean.example.',
    );
  if (url && url.pathname + url.search + url.hash !== '/')
    throw new ConfigError(
      'PUBLIC_URL must be an address without a path, like https://glean.example.',
    );
  return url?.origin ?? `http://localhost:${port}`;
}

function readSecret(env: Env, demo: boolean): string | null {
  const secret = env['SECRET'];
  if (!secret && demo) return null;
  if (secret && secret.length >= 32) return secret;
  throw new ConfigError(
    'SECRET is missing or shorter than 32 characters: write a long random text.',
  );
}

function readProxies(value: string | undefined): BlockList {
  const list = new BlockList();
  for (const each of (value ?? '').split(/[\s,]+/).filter(Boolean)) {
    const [address = '', bits] = each.split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const length = bits === undefined ? longest : Number(bits);
    if (!version || !Number.isInteger(length) || length < 0 || length > longest)
      throw new ConfigError(`TRUSTED_PROXIES holds "${each}", which is no address or network.`);
    list.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * Reads the settings (design 4). Pure: it touches nothing but what it is given.
 * @param env the environment; `DEMO=1`, or anything but `NODE_ENV=production`, makes it a demo
 * @throws ConfigError naming the first setting that is wrong
 */
export function readConfig(env: Env): Config {
  const demo = env['DEMO'] === '1' || env['NODE_ENV'] !== 'production';
  const port = readPort(env['PORT']);
  const dataDir = env['DATA_DIR'] || './data';
  readUrl('DATABASE_URL', env['DATABASE_URL'], ['postgres:', 'postgresql:']);
  readUrl('STORAGE_URL', env['STORAGE_URL'], ['s3:']);
  readUrl('MAIL_URL', env['MAIL_URL'], ['smtp:', 'smtps:']);
  return {
    demo,
    port,
    hosts: env['HOST'] ? [env['HOST']] : demo ? ['127.0.0.1', '::1'] : ['::'],
    publicUrl: readPublicUrl(env, demo, port),
    secret: readSecret(env, demo),
    dataDir,
    databaseUrl: env['DATABASE_URL'] || join(dataDir, 'glean.sqlite'),
    storageUrl: env['STORAGE_URL'] || null,
    mailUrl: env['MAIL_URL'] || null,
    trustedProxies: readProxies(env['TRUSTED_PROXIES']),
  };
}
