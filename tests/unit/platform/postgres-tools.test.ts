import { Readable } from 'node:stream';

import { expect, test } from 'vitest';

import {
  countCopiedRows,
  differences,
  findTool,
  toolConnection,
} from '#lib/server/app/backup/postgres-tools.ts';

test('a program that is missing or older than the server: the error explains what to install', async () => {
  await expect(findTool('pg_dump', 99)).rejects.toThrow(
    /^pg_dump is (missing|of version \d+, older than the server): install .*postgresql-client-99/,
  );
});

test('the password is not in the arguments, and settings of our driver are left out', () => {
  const url =
    'postgres://me:pa%2Fss@db.lan:5433/glean?ssl=true&sslmode=no-verify&options=-c%20x%3D1';
  const { dbname, env } = toolConnection(url);
  expect(dbname).toBe('postgres://me@db.lan:5433/glean?sslmode=require&options=-c%20x%3D1');
  expect(env['PGPASSWORD']).toBe('pa/ss');
});

test('the tools find the host that accepts writes among several, too', () => {
  const { dbname, env } = toolConnection('postgres://me:pw@a:5432,b:5433/glean?ssl=0');
  expect(dbname).toBe('postgres://me@a:5432,b:5433/glean?target_session_attrs=read-write');
  expect(env['PGPASSWORD']).toBe('pw');
});

const SYSTEM = 'sslmode=verify-full&sslrootcert=system';

test.each([
  ['', ''],
  ['sslmode=disable', 'sslmode=disable'],
  ['sslmode=no-verify&sslrootcert=/ca.pem', 'sslmode=require'],
  ['sslmode=prefer', SYSTEM],
  ['sslmode=require', SYSTEM],
  ['sslmode=verify-ca', SYSTEM],
  ['sslmode=verify-full', SYSTEM],
  ['ssl=true', SYSTEM],
  ['ssl=0', ''],
  ['sslrootcert=/ca.pem', 'sslrootcert=/ca.pem&sslmode=verify-full'],
  ['sslmode=require&sslrootcert=/ca.pem', 'sslmode=verify-full&sslrootcert=/ca.pem'],
  ['sslnegotiation=direct', `sslnegotiation=direct&${SYSTEM}`],
  ['uselibpqcompat=true&sslmode=require', 'sslmode=require'],
])('the TLS mode “%s” is “%s” for libpq', (ours, theirs) => {
  const { dbname } = toolConnection(`postgres://me@db.lan/glean?${ours}`, {});
  expect(decodeURIComponent(new URL(dbname).search.slice(1))).toBe(theirs);
});

test('the tools get the environment of our driver, but a password in the URL wins', () => {
  const given = {
    PGPASSWORD: 'a',
    PGSSLMODE: 'require',
    PGHOST: 'db.lan',
    HOME: '/',
    PATH: '/bin',
  };
  const { dbname, env } = toolConnection('postgres:///glean', given);
  expect(new URL(dbname).searchParams.get('sslmode')).toBe('verify-full');
  expect(env).toEqual({ ...given, LC_ALL: 'C' });
  expect(toolConnection('postgres://me@x/glean?password=b', given).env['PGPASSWORD']).toBe('b');
  expect(toolConnection('postgres://me@x/glean?password=b', given).dbname).not.toContain('=b');
});

const SCRIPT = `SET x = 1;
COPY public.posts (id, title) FROM stdin;
1\tCOPY public.none (id) FROM stdin;
2\ta\u2028b\\nc
\\.

COPY public."odd Name" (id) FROM stdin;
\\.
`;

test('rows of a script are counted by table, however it is divided into chunks', async () => {
  for (const size of [1, 7, 1000]) {
    const bytes = Buffer.from(SCRIPT);
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, nth) =>
      bytes.subarray(nth * size, (nth + 1) * size),
    );
    const counts = await countCopiedRows(Readable.from(chunks));
    expect(Object.fromEntries(counts)).toEqual({ posts: 2, 'odd Name': 0 });
  }
});

test('a missing table, or one that lacks rows, is named', () => {
  const expected = new Map([
    ['posts', 2],
    ['likes', 0],
    ['members', 3],
  ]);
  const stored = new Map([
    ['posts', 1],
    ['members', 3],
  ]);
  expect(differences(stored, expected)).toEqual(['posts (1 of 2)', 'likes (0 of 0)']);
});
