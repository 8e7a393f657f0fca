import { defineConfig } from 'oxlint';

/** What a folder may import besides its own files (docs/decisions/0001-layers.md). */
interface Layer {
  files: string[];
  /** subpath imports, as globs without their `#` */
  may: string[];
  /** packages it may not use, as a regular expression of their names */
  without?: string;
  /** whether its own subfolders are other layers, to be named by `#…` */
  flat?: boolean;
}

const DATABASE = '(kysely|pg|node:sqlite)';
const HTTP = '(hono|@hono|ky|node:https?)';
const SERVER = `(node:.*|${DATABASE}|${HTTP}|sharp|pino|nodemailer|jose)`;
const NOT_ZOD = '([^./#z].*|z[^o].*|zo[^d].*|zod[^/].*)';

const CONTRACT = 'lib/contract/**';
const SITE = 'lib/site.ts';
const CLIENT = 'lib/client/**';
// These put the server together; the other files of src/lib/server are tools of one purpose each.
const ASSEMBLY = ['app', 'mailing', 'services', 'sockets', 'sweeping', 'watching'].map(
  (name) => `lib/server/${name}.ts`,
);
const TOOLS = ['lib/server/*.ts', ...ASSEMBLY.map((name) => `!${name}`)];
const STORAGE = 'lib/server/storage/**';

const layers: Layer[] = [
  { files: ['src/lib/contract/**'], may: [CONTRACT], without: NOT_ZOD },
  { files: ['src/lib/site.ts'], may: [] },
  {
    files: ['src/lib/server/*.ts', 'src/lib/server/storage/**'],
    may: [...TOOLS, STORAGE, CONTRACT, SITE, 'lib/server/db/**'],
    without: HTTP,
    flat: true,
  },
  { files: ['src/lib/server/db/**'], may: ['lib/server/db/**', CONTRACT], without: HTTP },
  {
    files: ['src/lib/server/queries/**'],
    may: ['lib/server/queries/**', 'lib/server/db/**', CONTRACT],
    without: HTTP,
  },
  {
    files: ['src/lib/server/domain/**'],
    may: [
      'lib/server/domain/**',
      'lib/server/queries/**',
      'lib/server/db/**',
      CONTRACT,
      ...TOOLS,
      STORAGE,
    ],
    without: `(${DATABASE}|${HTTP})`,
  },
  {
    files: ['src/lib/server/pipeline/**'],
    may: [
      'lib/server/pipeline/**',
      'lib/server/domain/**',
      'lib/server/db/**',
      ...TOOLS,
      STORAGE,
      CONTRACT,
    ],
    without: DATABASE,
  },
  {
    files: ['src/lib/server/routes/**'],
    may: ['lib/server/routes/**', 'lib/server/domain/**', 'lib/server/pipeline/**', CONTRACT, SITE],
    without: DATABASE,
  },
  {
    files: ['src/*.ts', ...ASSEMBLY.map((name) => `src/${name}`)],
    may: [
      'lib/server/*.ts',
      'lib/server/pipeline/**',
      'lib/server/routes/**',
      'lib/server/domain/**',
      'lib/server/db/**',
      STORAGE,
      CONTRACT,
      SITE,
    ],
    without: DATABASE,
    flat: true,
  },
  {
    files: ['src/lib/client/**'],
    may: [CLIENT, CONTRACT, SITE],
    without: SERVER.replace('|ky', ''),
  },
  { files: ['src/worker/**'], may: ['lib/client/offline/**'], without: SERVER },
  { files: ['src/islands/**'], may: [CLIENT, CONTRACT, SITE, 'islands/ui/**'], without: SERVER },
  ...['auth', 'forum', 'landing', 'legal', 'notifications', 'profile'].map((island) => ({
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
    may: ['layouts/**', 'islands/**', 'content/**', 'lib/server/domain/**', CONTRACT, SITE],
    without: `(${DATABASE}|${HTTP})`,
  },
];

const WHY = 'See docs/decisions/0001-layers.md for who may import whom.';
const upwards = {
  regex: String.raw`(^|/)\.\.(/|$)`,
  message: 'Write another folder as #lib/…, #layouts/…, #islands/….',
};

// A bare # begins a comment in these patterns, which are gitignore's.
const glob = (name: string) => (name.startsWith('!') ? `[#]${name.slice(1)}` : `![#]${name}`);

const patterns = ({ may, without, flat }: Layer) => [
  upwards,
  { group: ['[#]*/**', ...may.map(glob)], message: WHY },
  ...(without ? [{ regex: `^${without}(/|$)`, message: WHY }] : []),
  ...(flat ? [{ regex: String.raw`^\./.*/`, message: upwards.message }] : []),
];

const restricted = (layer: Layer): ['error', { patterns: ReturnType<typeof patterns> }] => [
  'error',
  { patterns: patterns(layer) },
];

const LONGEST_FILE = 200;
const LONGEST_FUNCTION = 40;

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['dist', 'data', '.astro', 'public'],
  rules: {
    'max-lines': ['error', LONGEST_FILE],
    'max-lines-per-function': ['error', LONGEST_FUNCTION],
    'no-restricted-imports': ['error', { patterns: [upwards] }],
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    eqeqeq: 'error',
    'no-var': 'error',
    'import/no-cycle': 'error',
    // Refusing control characters takes naming them.
    'no-control-regex': 'off',
    // In our code an await in a loop means "one after the other".
    'no-await-in-loop': 'off',
    'no-underscore-dangle': 'off',
    'consistent-return': 'off',
    'typescript/consistent-return': 'off',
    // What comes out of JSON, SQL and forms is named by an assertion, after Zod has looked at it.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default-member': 'off',
    'react/react-in-jsx-scope': 'off',
  },
  overrides: [
    ...layers.map((layer) => ({
      files: layer.files,
      rules: { 'no-restricted-imports': restricted(layer) },
    })),
    // The console is for whoever starts the server; everything else is logged.
    { files: ['src/**'], excludeFiles: ['src/server.ts'], rules: { 'no-console': 'error' } },
    { files: ['**/*.d.ts'], rules: { 'typescript/consistent-type-imports': 'off' } },
    // A migration is one long list of statements, a test file's `describe` one long function.
    {
      files: ['src/lib/server/db/migrations/**', 'tests/**/*.{test,spec}.{ts,tsx}'],
      rules: { 'max-lines-per-function': 'off' },
    },
  ],
});
