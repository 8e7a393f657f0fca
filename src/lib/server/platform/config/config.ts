import { BlockList, isIP } from 'node:net';
import { join } from 'node:path';

import { REGISTRATIONS, type Registration } from '#lib/contract/people/applications.ts';
import { languagesOf } from '#lib/messages/choose-language.ts';

import { type AlertConfig, readAlert } from './alert-settings.ts';
import { ConfigError } from './config-error.ts';
import { listHostUrls, readUrlSetting } from './postgres-url.ts';

/** The settings, read once from the environment. */
export interface Config {
  /** a demo or development machine: any host name, no required settings */
  demo: boolean;
  /** a trial of a version on a copy of the data: sends nothing, runs no jobs, makes no backups, stores no images */
  rehearsal: boolean;
  port: number;
  /** the port on loopback for metrics; null for none */
  metricsPort: number | null;
  /** hosts to listen on */
  hosts: string[];
  /** the languages to choose from; English is first */
  languages: string[];
  /** the site's origin, for all absolute links */
  publicUrl: string;
  /** null: a secret is created in the data directory (demo only) */
  secret: string | null;
  dataDir: string;
  /** `postgres://…`, which may list several hosts, or the path of the SQLite file */
  databaseUrl: string;
  storageUrl: string | null;
  mailUrl: string | null;
  /** the daily limit of the mail server; null for none */
  emailsPerDay: number | null;
  /** null when no SMS are sent */
  sms: SmsConfig | null;
  /** null when alerts about the site go to staff alone */
  alert: AlertConfig | null;
  /** what is requested every five minutes, and after a backup; null for nothing */
  heartbeatUrl: string | null;
  /** how people become members: approved by staff, invited, or without either */
  registration: Registration;
  /** the place for backups: a folder, or `s3://…`; null when none are made */
  backupUrl: string | null;
  /** the hour of the region's day from which the nightly backup is due */
  backupHour: number;
  /** how many first posts of a member await review by staff */
  pendingFirstPosts: number;
  /** proxies whose X-Forwarded-For is trusted */
  trustedProxies: BlockList;
}

/** The SMS gateway, and the secret of its webhook. */
export interface SmsConfig {
  /** an app on a phone with a SIM card, or a service with the site's own format (docs/operations.md, "SMS") */
  kind: 'phone' | 'service';
  /** without user name and password */
  url: string;
  /** the Authorization header */
  authorization: string;
  webhookSecret: string;
}

const DEFAULT_BACKUP_HOUR = 2;
const HOURS = 24;
const MAX_FIRST_POSTS = 100;
const MAX_EMAILS_PER_DAY = 1_000_000;

type Env = Record<string, string | undefined>;

function readRegistration(value: string | undefined): Registration {
  const registration = REGISTRATIONS.find((each) => each === (value || 'approval'));
  if (registration) return registration;
  throw new ConfigError(
    `REGISTRATION is "${value}", but must be one of ${REGISTRATIONS.join(', ')}.`,
  );
}

/** @param lowest 0 to allow a port chosen by the system */
function readPort(name: string, value: string, lowest: 0 | 1): number {
  const port = Number(value);
  if (Number.isInteger(port) && port >= lowest && port < 65_536) return port;
  throw new ConfigError(
    `${name} is "${value}", but must be a whole number from ${lowest} to 65535.`,
  );
}

function readMetricsPort(value: string | undefined, sitePort: number): number | null {
  if (!value) return null;
  const port = readPort('METRICS_PORT', value, 1);
  if (port !== sitePort) return port;
  throw new ConfigError(`METRICS_PORT is ${port} like PORT, but must be a port of its own.`);
}

function readUrl(name: string, value: string | undefined, protocols: string[]): string | null {
  if (!value || protocols.includes(URL.parse(value)?.protocol ?? '')) return value || null;
  const forms = protocols.map((protocol) => `${protocol}//…`).join(' or ');
  throw new ConfigError(`${name} must be a URL like ${forms}.`);
}

const WEB = ['http:', 'https:'];

const TARGETS = new Set([null, 'read-write', 'primary']);

function readDatabaseUrl(value: string | undefined): string | null {
  if (!value) return null;
  for (const url of listHostUrls(value)) readUrl('DATABASE_URL', url, ['postgres:', 'postgresql:']);
  if (TARGETS.has(readUrlSetting(value, 'target_session_attrs'))) return value;
  throw new ConfigError('DATABASE_URL has a target_session_attrs that is not read-write.');
}

/** A folder or a bucket: only a value with a scheme must be a valid URL. */
function readBackupUrl(value: string | undefined): string | null {
  if (!value?.includes('://') || URL.parse(value)?.protocol === 's3:') return value || null;
  throw new ConfigError('BACKUP_URL must be a folder, or a URL like s3://….');
}

function readHour(value: string | undefined): number {
  const hour = Number(value || DEFAULT_BACKUP_HOUR);
  if (Number.isInteger(hour) && hour >= 0 && hour < HOURS) return hour;
  throw new ConfigError(`BACKUP_HOUR is "${value}", but must be a whole number from 0 to 23.`);
}

function readFirstPosts(value: string | undefined): number {
  const count = Number(value || 0);
  if (Number.isInteger(count) && count >= 0 && count <= MAX_FIRST_POSTS) return count;
  throw new ConfigError(
    `HOLD_FIRST_POSTS is "${value}", but must be a whole number from 0 to ${MAX_FIRST_POSTS}.`,
  );
}

function readEmailsPerDay(value: string | undefined): number | null {
  if (!value) return null;
  const count = Number(value);
  if (Number.isInteger(count) && count > 0 && count <= MAX_EMAILS_PER_DAY) return count;
  throw new ConfigError(
    `EMAILS_PER_DAY is "${value}", but must be a whole number from 1 to ${MAX_EMAILS_PER_DAY}.`,
  );
}

function readPublicUrl(env: Env, demo: boolean, port: number): string {
  const url = URL.parse(readUrl('PUBLIC_URL', env['PUBLIC_URL'], WEB) ?? '');
  if (!url && !demo)
    throw new ConfigError('PUBLIC_URL is missing: set the site’s URL, like https://glean.example.');
  if (url && url.pathname + url.search + url.hash !== '/')
    throw new ConfigError('PUBLIC_URL must be a URL without a path, like https://glean.example.');
  return url?.origin ?? `http://localhost:${port}`;
}

const MIN_WEBHOOK_SECRET = 16;

/** A phone's URL has a user name and password, a service has a token. */
function readSms(env: Env): SmsConfig | null {
  const given = readUrl('SMS_URL', env['SMS_URL'], WEB);
  if (!given) return null;
  const token = env['SMS_TOKEN'];
  const webhookSecret = env['SMS_WEBHOOK_SECRET'] ?? '';
  if (webhookSecret.length < MIN_WEBHOOK_SECRET)
    throw new ConfigError(
      `SMS_WEBHOOK_SECRET is missing or shorter than ${MIN_WEBHOOK_SECRET} characters: without it no STOP can be verified. Set the signing key of the gateway.`,
    );
  const url = new URL(given);
  const login = [url.username, url.password].map(decodeURIComponent).join(':');
  const isPhone = url.password !== '';
  if (isPhone === Boolean(token))
    throw new ConfigError(
      'SMS_URL needs the name and password of the phone’s app, like http://sms:password@192.168.1.20:8080, or SMS_TOKEN for a service; not both.',
    );
  url.username = '';
  url.password = '';
  return {
    kind: isPhone ? 'phone' : 'service',
    url: url.href,
    authorization: isPhone ? `Basic ${Buffer.from(login).toString('base64')}` : `Bearer ${token}`,
    webhookSecret,
  };
}

function readSecret(env: Env, demo: boolean): string | null {
  const secret = env['SECRET'];
  if (!secret && demo) return null;
  if (secret && secret.length >= 32) return secret;
  throw new ConfigError('SECRET is missing or shorter than 32 characters: set a long random text.');
}

/** Addresses that only this machine can reach. */
export const LOOPBACK = ['127.0.0.1', '::1'];
// By default, the TLS proxy of an https site runs on the same machine.
const LOOPBACK_PROXIES = '127.0.0.0/8 ::1';

function readHosts(host: string | undefined, isLocal: boolean): string[] {
  if (host) return [host];
  return isLocal ? LOOPBACK : ['::'];
}

function readProxies(value: string): BlockList {
  const list = new BlockList();
  for (const entry of value.split(/[\s,]+/).filter(Boolean)) {
    const [ip = '', length] = entry.split('/');
    const [family, maxLength] = isIP(ip) === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const);
    try {
      list.addSubnet(ip, length === undefined ? maxLength : Number(length), family);
    } catch {
      throw new ConfigError(`TRUSTED_PROXIES contains "${entry}", which is not an IP or network.`);
    }
  }
  return list;
}

type Outside = Pick<
  Config,
  'mailUrl' | 'sms' | 'alert' | 'heartbeatUrl' | 'backupUrl' | 'metricsPort'
>;

const readOutside = (env: Env, port: number): Outside => ({
  mailUrl: readUrl('MAIL_URL', env['MAIL_URL'], ['smtp:', 'smtps:']),
  sms: readSms(env),
  alert: readAlert(readUrl('ALERT_URL', env['ALERT_URL'], WEB), env['ALERT_SECRET']),
  heartbeatUrl: readUrl('HEARTBEAT_URL', env['HEARTBEAT_URL'], WEB),
  backupUrl: readBackupUrl(env['BACKUP_URL']),
  metricsPort: readMetricsPort(env['METRICS_PORT'], port),
});

/** A rehearsal would send and back up what is of a copy. */
const NOTHING_OUTSIDE: Outside = {
  mailUrl: null,
  sms: null,
  alert: null,
  heartbeatUrl: null,
  backupUrl: null,
  metricsPort: null,
};

/**
 * Reads the settings (docs/operations.md). A pure function.
 * @param env the environment; only `DEMO=1` makes it a demo, and `REHEARSAL=1` a rehearsal
 * @throws ConfigError for the first wrong setting
 */
export function readConfig(env: Env): Config {
  const demo = env['DEMO'] === '1';
  const rehearsal = env['REHEARSAL'] === '1';
  const port = readPort('PORT', env['PORT'] || '4321', 0);
  const dataDir = env['DATA_DIR'] || './data';
  const publicUrl = readPublicUrl(env, demo, port);
  const https = publicUrl.startsWith('https:');
  return {
    ...(rehearsal ? NOTHING_OUTSIDE : readOutside(env, port)),
    demo,
    rehearsal,
    port,
    hosts: readHosts(env['HOST'], demo || https),
    languages: languagesOf(env),
    publicUrl,
    secret: readSecret(env, demo),
    dataDir,
    databaseUrl: readDatabaseUrl(env['DATABASE_URL']) ?? join(dataDir, 'glean.sqlite'),
    storageUrl: readUrl('STORAGE_URL', env['STORAGE_URL'], ['s3:']),
    emailsPerDay: readEmailsPerDay(env['EMAILS_PER_DAY']),
    registration: readRegistration(env['REGISTRATION']),
    backupHour: readHour(env['BACKUP_HOUR']),
    pendingFirstPosts: readFirstPosts(env['HOLD_FIRST_POSTS']),
    trustedProxies: readProxies(env['TRUSTED_PROXIES'] || (https ? LOOPBACK_PROXIES : '')),
  };
}
