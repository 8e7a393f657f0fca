import { expect, test } from 'vitest';

import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';

const PRODUCTION = {
  PUBLIC_URL: 'https://glean.example',
  SECRET: 'a secret of at least thirty-two characters',
};

test('a demo needs no settings and listens on both loopback addresses', () => {
  expect(readConfig({ DEMO: '1' })).toMatchObject({
    demo: true,
    port: 4321,
    metricsPort: null,
    hosts: ['127.0.0.1', '::1'],
    publicUrl: 'http://localhost:4321',
    databaseUrl: 'data/glean.sqlite',
    secret: null,
  });
  expect(readConfig({ ...PRODUCTION, DEMO: '1' }).demo).toBe(true);
});

test.each([{}, { NODE_ENV: 'development' }, { DEMO: '0' }])(
  'without DEMO=1 it is production, also with %j',
  (env) => {
    expect(readConfig({ ...PRODUCTION, ...env }).demo).toBe(false);
    expect(() => readConfig(env)).toThrow('PUBLIC_URL is missing');
  },
);

test('an https site listens on loopback for its proxy, which it trusts; an http site on all addresses', () => {
  const https = readConfig(PRODUCTION);
  expect(https).toMatchObject({ demo: false, hosts: ['127.0.0.1', '::1'] });
  for (const [ip, family] of [['127.0.0.1', 'ipv4'] as const, ['::1', 'ipv6'] as const])
    expect(https.trustedProxies.check(ip, family)).toBe(true);
  const http = readConfig({ ...PRODUCTION, PUBLIC_URL: 'http://glean.example' });
  expect(http.hosts).toEqual(['::']);
  expect(http.trustedProxies.rules).toEqual([]);
});

test('backups go to a folder or a bucket, by default at 2 o’clock', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ backupUrl: null, backupHour: 2 });
  for (const BACKUP_URL of ['/mnt/usb/glean', './backups', 's3://key:secret@host/bucket'])
    expect(readConfig({ ...PRODUCTION, BACKUP_URL, BACKUP_HOUR: '0' })).toMatchObject({
      backupUrl: BACKUP_URL,
      backupHour: 0,
    });
});

test('EMAILS_PER_DAY limits emails, and is not set by default', () => {
  expect(readConfig({ ...PRODUCTION, EMAILS_PER_DAY: '' }).emailsPerDay).toBeNull();
  expect(readConfig({ ...PRODUCTION, EMAILS_PER_DAY: '300' }).emailsPerDay).toBe(300);
});

test('staff admit new members, unless REGISTRATION differs', () => {
  expect(readConfig(PRODUCTION).registration).toBe('approval');
  for (const REGISTRATION of ['approval', 'invitation', 'open'])
    expect(readConfig({ ...PRODUCTION, REGISTRATION }).registration).toBe(REGISTRATION);
});

const SMS_WEBHOOK_SECRET = 'a long signing key';

test('SMS are sent by a phone, with the password in SMS_URL, or by a service with a token', () => {
  expect(readConfig(PRODUCTION).sms).toBeNull();
  const SMS_URL = 'http://sms:pass%20word@192.168.1.20:8080';
  expect(readConfig({ ...PRODUCTION, SMS_URL, SMS_WEBHOOK_SECRET }).sms).toEqual({
    kind: 'phone',
    url: 'http://192.168.1.20:8080/',
    authorization: `Basic ${Buffer.from('sms:pass word').toString('base64')}`,
    webhookSecret: SMS_WEBHOOK_SECRET,
  });
  const service = { SMS_URL: 'https://sms.example/send', SMS_TOKEN: 't', SMS_WEBHOOK_SECRET };
  expect(readConfig({ ...PRODUCTION, ...service }).sms).toMatchObject({
    kind: 'service',
    url: 'https://sms.example/send',
    authorization: 'Bearer t',
  });
});

const SIGNING_KEY = Buffer.alloc(32, 7).toString('base64');

test('ALERT_SECRET is in base64, with or without the prefix of Standard Webhooks', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ alert: null, heartbeatUrl: null });
  const ALERT_URL = 'https://alerts.example/glean';
  for (const ALERT_SECRET of [SIGNING_KEY, `whsec_${SIGNING_KEY}`])
    expect(readConfig({ ...PRODUCTION, ALERT_URL, ALERT_SECRET }).alert).toEqual({
      url: ALERT_URL,
      key: Buffer.alloc(32, 7),
    });
});

test('METRICS_PORT must differ from PORT', () => {
  expect(readConfig({ ...PRODUCTION, METRICS_PORT: '9464' }).metricsPort).toBe(9464);
  expect(() => readConfig({ ...PRODUCTION, PORT: '80', METRICS_PORT: '80' })).toThrow('PORT');
});

test('HOST and TRUSTED_PROXIES replace the defaults', () => {
  const own = readConfig({ ...PRODUCTION, HOST: '10.0.0.1', TRUSTED_PROXIES: '10.0.0.2' });
  expect(own.hosts).toEqual(['10.0.0.1']);
  expect(own.trustedProxies.check('127.0.0.1', 'ipv4')).toBe(false);
});

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: 'glean.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://glean.example/forum' }],
  ['SECRET', { SECRET: undefined }],
  ['SECRET', { SECRET: 'short' }],
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '65536' }],
  ['METRICS_PORT', { METRICS_PORT: 'x' }],
  ['METRICS_PORT', { METRICS_PORT: '0' }],
  ['METRICS_PORT', { METRICS_PORT: '4321' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a:5432,b:x/glean' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://a,b/glean?target_session_attrs=standby' }],
  ['STORAGE_URL', { STORAGE_URL: '/var/files' }],
  ['MAIL_URL', { MAIL_URL: 'mail.example' }],
  ['EMAILS_PER_DAY', { EMAILS_PER_DAY: '0' }],
  ['EMAILS_PER_DAY', { EMAILS_PER_DAY: 'many' }],
  ['SMS_URL', { SMS_URL: 'sms.example', SMS_WEBHOOK_SECRET }],
  ['SMS_URL', { SMS_URL: 'http://sms.example', SMS_WEBHOOK_SECRET }],
  ['SMS_TOKEN', { SMS_URL: 'http://sms:p@sms.example', SMS_TOKEN: 't', SMS_WEBHOOK_SECRET }],
  ['SMS_WEBHOOK_SECRET', { SMS_URL: 'http://sms:p@sms.example' }],
  ['SMS_WEBHOOK_SECRET', { SMS_URL: 'http://sms:p@sms.example', SMS_WEBHOOK_SECRET: 'short' }],
  ['ALERT_URL', { ALERT_URL: 'alerts.example', ALERT_SECRET: SIGNING_KEY }],
  ['ALERT_SECRET', { ALERT_URL: 'https://alerts.example' }],
  ['ALERT_SECRET', { ALERT_URL: 'https://alerts.example', ALERT_SECRET: 'c2hvcnQ=' }],
  ['ALERT_SECRET', { ALERT_URL: 'https://alerts.example', ALERT_SECRET: 'a long signing key' }],
  ['HEARTBEAT_URL', { HEARTBEAT_URL: 'ftp://beats.example' }],
  ['REGISTRATION', { REGISTRATION: 'everyone' }],
  ['BACKUP_URL', { BACKUP_URL: 'ftp://host/folder' }],
  ['BACKUP_HOUR', { BACKUP_HOUR: '24' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy.example' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
])('a wrong %s stops the start with a line that names it', (name, wrong) => {
  expect(() => readConfig({ ...PRODUCTION, ...wrong })).toThrow(ConfigError);
  expect(() => readConfig({ ...PRODUCTION, ...wrong })).toThrow(name);
});
