import { expect, test } from 'vitest';

import { ConfigError, readConfig } from '#lib/server/config.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://glean.example',
  SECRET: 'a secret of at least thirty-two characters',
};

test('a demo needs no settings and listens on both loopback addresses', () => {
  expect(readConfig({})).toMatchObject({
    demo: true,
    port: 4321,
    hosts: ['127.0.0.1', '::1'],
    publicUrl: 'http://localhost:4321',
    databaseUrl: 'data/glean.sqlite',
    secret: null,
  });
  expect(readConfig({ ...PRODUCTION, DEMO: '1' }).demo).toBe(true);
});

test('production listens on all addresses', () => {
  expect(readConfig(PRODUCTION)).toMatchObject({ demo: false, hosts: ['::'] });
  expect(readConfig({ ...PRODUCTION, HOST: '10.0.0.1' }).hosts).toEqual(['10.0.0.1']);
});

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: 'glean.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://glean.example/forum' }],
  ['SECRET', { SECRET: undefined }],
  ['SECRET', { SECRET: 'short' }],
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '65536' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
  ['STORAGE_URL', { STORAGE_URL: '/var/files' }],
  ['MAIL_URL', { MAIL_URL: 'mail.example' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy.example' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
])('a wrong %s stops the start with a line that names it', (name, wrong) => {
  expect(() => readConfig({ ...PRODUCTION, ...wrong })).toThrow(ConfigError);
  expect(() => readConfig({ ...PRODUCTION, ...wrong })).toThrow(name);
});
