/** What a folder may import besides its own files (docs/decisions/0001-layers.md). */
export interface Layer {
  files: string[];
  /** subpath imports, as globs without their `#`; a later glob that starts with `!` excludes files */
  may: string[];
  /** forbidden packages, as a regular expression of their names */
  without?: string;
  /** forbidden files of its own folder, as a regular expression of specifiers */
  notBeside?: string;
  /** the only allowed files of its own folder, as globs */
  beside?: string[];
}

const DATABASE = '(kysely|pg|node:sqlite)';
const HTTP = '(hono|@hono|node:https?)';
const SERVER = `(node:.*|${DATABASE}|${HTTP}|sharp|pino|nodemailer|jose)`;
const NOT_ZOD = '([^./#z].*|z[^o].*|zo[^d].*|zod[^/].*)';

const CONTRACT = 'lib/contract/**';
const SITE = 'lib/site.ts';
const CLIENT = 'lib/client/**';
const DB = 'lib/server/platform/db/**';
const CONFIG = 'lib/server/platform/config/**';
const HTTP_FOLDER = 'lib/server/platform/http/**';
// The code below Hono has a single entry point.
const GUARD = 'lib/server/platform/http/guard';
const GUARD_DOOR = [`!${GUARD}/**`, `${GUARD}/server.ts`];
// Only the entry point has no hyphen.
const BEHIND_DOOR = 'guard/.*-.*';
const ROUTES = ['calls', '*-calls', 'routes', '*-routes'].map((name) => `lib/server/**/${name}.ts`);
const QUERIES = ['queries', '*-queries', '*-search'].map((name) => `lib/server/**/${name}.ts`);
// These assemble the server and may import all of it.
const ASSEMBLY = ['app', 'app-server', 'calls'].map((name) => `lib/server/app/${name}.ts`);
const without = (names: string[]) => names.map((name) => `!${name}`);
const SERVICES = [
  'lib/server/**',
  ...without([HTTP_FOLDER, ...ROUTES, ...ASSEMBLY]),
  CONTRACT,
  SITE,
];
const sources = (names: string[]) => names.map((name) => `src/${name}`);

/**
 * The floors of `lib/server` and the nouns on each, which may import those before them. `.` is for files in the
 * floor's own folder. Floors are checked here, nouns by scripts/lint/nouns.ts.
 */
export const NOUNS: Record<string, string[]> = {
  platform: [
    'config',
    'messages',
    'towns',
    'qr-codes',
    'db',
    'storage',
    '.',
    'clock',
    'jobs',
    'deliveries',
    'email',
    'sms',
    'push',
    'rate-limits',
    'metrics',
    'http',
    'images',
    'health',
    'cache',
  ],
  people: [
    'members',
    'audit-log',
    'viewer',
    'blocks',
    'stewards',
    'credentials',
    'sessions',
    'confirmations',
    'passkeys',
    'personal-tokens',
    'passwords',
    'auth',
    'profile',
    'sign-in-phones',
    'email-changes',
    'languages',
    'policies',
    'deletions',
    'invitations',
    'applications',
    'managed-members',
  ],
  forum: [
    'text-search',
    'posts',
    'search',
    'comments',
    'likes',
    'follows',
    'mutes',
    'saved-posts',
    'suggestions',
  ],
  exchange: [
    'stock',
    'appointments',
    'rounds',
    'machines',
    'calendars',
    'alerts',
    'listings',
    'activity',
    'impact',
    'figures',
    'season',
  ],
  library: ['resources'],
  notifications: ['news', 'inbox', 'channels', '.'],
  moderation: ['reports', '.'],
  privacy: ['personal-data', 'exports', 'erasures'],
  app: [
    'backup',
    'imports',
    'checks',
    'doctor',
    'site-alerts',
    'overview',
    'site-settings',
    'openapi',
    'seo',
    'jobs',
    '.',
  ],
};

const FLOORS = Object.keys(NOUNS);

const above = (floor: string): string[] =>
  without(FLOORS.slice(FLOORS.indexOf(floor) + 1).map((name) => `lib/server/${name}/**`));

const onFloor = ({ files, may, ...rest }: Layer, floor: string): Layer => ({
  ...rest,
  files: files.map((file) => file.replace('/server/**', `/server/${floor}/**`)),
  may: [...may, ...above(floor)],
});

/** Copies a layer for each floor, where it may not import the floors above. */
const onFloors = (layer: Layer): Layer[] => FLOORS.map((floor) => onFloor(layer, floor));

/** If several match a file, the last one applies. */
export const layers: Layer[] = [
  { files: ['src/lib/contract/**'], may: [CONTRACT], without: NOT_ZOD },
  { files: ['src/lib/site.ts'], may: [] },
  ...onFloors({
    files: ['src/lib/server/**/*.ts'],
    may: SERVICES,
    without: `(${DATABASE}|${HTTP})`,
    notBeside: '(.*-)?(calls|routes)',
  }),
  ...onFloors({
    files: sources(ROUTES),
    may: [
      'lib/server/**',
      ...without(['lib/server/{platform,app}/*.ts', CONFIG, DB, ...QUERIES, ...ROUTES]),
      'lib/server/platform/{context,require-viewer,errors}.ts',
      HTTP_FOLDER,
      ...GUARD_DOOR,
      CONTRACT,
      SITE,
    ],
    without: DATABASE,
    notBeside: '(.*-)?queries|.*-search',
  }),
  ...onFloors({
    files: sources(QUERIES),
    may: [DB, ...QUERIES, CONTRACT],
    without: HTTP,
    beside: ['*queries.ts', '*-search.ts', 'search-words.ts', 'page-policy.ts'],
  }),
  {
    files: ['src/lib/server/platform/http/**'],
    may: [
      'lib/server/platform/**',
      ...without([DB, ...QUERIES, ...ROUTES]),
      ...GUARD_DOOR,
      'lib/server/platform/http/calls.ts',
      'lib/server/platform/db/database-error.ts',
      CONTRACT,
      SITE,
    ],
    without: DATABASE,
    notBeside: BEHIND_DOOR,
  },
  {
    files: ['src/lib/server/platform/cache/**'],
    may: [...SERVICES, HTTP_FOLDER, ...GUARD_DOOR, ...above('platform')],
    without: DATABASE,
  },
  {
    files: ['src/lib/server/app/openapi/**'],
    may: [...SERVICES, HTTP_FOLDER, ...GUARD_DOOR],
    without: DATABASE,
  },
  {
    files: ['src/lib/server/platform/db/**'],
    may: [DB, CONFIG, 'lib/server/platform/cache/page-policy.ts', CONTRACT],
    without: HTTP,
  },
  {
    files: ['src/lib/server/platform/{rate-limits,storage}/**'],
    may: [...SERVICES, ...above('platform')],
    without: HTTP,
  },
  // It sends requests but serves none.
  {
    files: ['src/lib/server/platform/push/**'],
    may: [...SERVICES, ...above('platform')],
    without: DATABASE,
  },
  { files: ['src/lib/server/app/backup/**'], may: SERVICES, without: HTTP },
  {
    files: ['src/*.ts', ...sources(ASSEMBLY)],
    may: [
      'lib/server/**',
      ...without(QUERIES),
      'lib/server/platform/**',
      ...GUARD_DOOR,
      CONTRACT,
      SITE,
    ],
    without: DATABASE,
    notBeside: `lib/.*/${BEHIND_DOOR}`,
  },
  {
    files: ['src/lib/client/**'],
    may: [CLIENT, CONTRACT, SITE],
    without: SERVER.replace('|ky', ''),
  },
  {
    files: ['src/service-worker/**'],
    may: ['device', 'drafts', 'http', 'offline', 'outbox']
      .map((folder) => `lib/client/${folder}/**`)
      .concat(CONTRACT),
    without: SERVER,
  },
  { files: ['src/islands/**'], may: [CLIENT, CONTRACT, SITE, 'islands/ui/**'], without: SERVER },
  ...['auth', 'forum', 'legal', 'notifications', 'outbox', 'profile'].map((island) => ({
    files: [`src/islands/${island}/**`],
    may: [CLIENT, CONTRACT, SITE, 'islands/ui/**', `islands/${island}/**`],
    without: SERVER,
  })),
  { files: ['src/islands/ui/**'], may: ['islands/ui/**', CONTRACT, SITE], without: SERVER },
  {
    files: ['src/layouts/**'],
    may: ['layouts/**', 'islands/**', CLIENT, CONTRACT, SITE],
    without: SERVER,
  },
  {
    files: ['src/pages/**'],
    may: [
      'layouts/**',
      'islands/**',
      'content/**',
      'lib/server/**',
      ...without([
        'lib/server/{platform,app}/*.ts',
        CONFIG,
        DB,
        HTTP_FOLDER,
        ...QUERIES,
        ...ROUTES,
      ]),
      'lib/server/platform/{context,load-by-param,require-viewer,to-app-error}.ts',
      CONTRACT,
      SITE,
    ],
    without: `(${DATABASE}|${HTTP})`,
  },
];
