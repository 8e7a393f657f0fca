import { defineConfig } from 'oxlint';

import { type Layer, layers } from './scripts/lint/import-layers.ts';

const WHY = 'See docs/decisions/0001-layers.md for who may import whom.';
const upwards = {
  regex: String.raw`(^|/)\.\.(/|$)`,
  message: 'Write another folder as #lib/…, #layouts/…, #islands/….',
};

// A bare # begins a comment in these patterns, which are gitignore's.
const glob = (name: string) => (name.startsWith('!') ? `[#]${name.slice(1)}` : `![#]${name}`);

// Every layer has texts.
const MESSAGES = glob('lib/messages/**');

const patterns = ({ may, without: packages, notBeside, beside }: Layer) => [
  upwards,
  { group: ['[#]*/**', ...may.map(glob), MESSAGES], message: WHY },
  ...(packages ? [{ regex: `^${packages}(/|$)`, message: WHY }] : []),
  ...(notBeside ? [{ regex: `^\\./(${notBeside})\\.ts$`, message: WHY }] : []),
  ...(beside ? [{ group: ['./*', ...beside.map((name) => `!./${name}`)], message: WHY }] : []),
];

const restricted = (layer: Layer): ['error', { patterns: ReturnType<typeof patterns> }] => [
  'error',
  { patterns: patterns(layer) },
];

const LONGEST_FILE = 350;
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
    // Written by scripts/generate/messages.ts.
    // A migration is one long list of statements, a test file's `describe` one long function.
    {
      files: ['src/lib/server/platform/db/migrations/**', 'tests/**/*.{test,spec}.{ts,tsx}'],
      rules: { 'max-lines-per-function': 'off' },
    },
  ],
});
