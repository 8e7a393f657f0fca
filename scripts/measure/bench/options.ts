import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { positive } from '#scripts/measure/positive.ts';

import { SCENARIOS } from './scenarios.ts';

export const USAGE = `npm run bench -- [options]

  --posts 100000       size of the data set; of two, separated by a comma, the p99 are compared
  --only feed,detail   of ${SCENARIOS.map(({ name }) => name).join(', ')}
  --database sqlite    or postgres, started for the run; of both, separated by a comma, one table
  --seconds 3          length of a round
  --rounds 3           measured rounds per scenario and server, after one to warm up
  --site DIR           measure another checkout, which is built
  --json FILE          write the results there, too`;

/** What `npm run bench` measures. */
export type Options = NonNullable<ReturnType<typeof readOptions>>;

const DATABASES = ['sqlite', 'postgres'] as const;

function databaseNamed(name: string) {
  const found = DATABASES.find((each) => each === name);
  if (found) return found;
  throw new Error(`--database is sqlite, postgres or sqlite,postgres, not ${name}.`);
}

const text = (value: string) => ({ type: 'string', default: value }) as const;

/**
 * Reads the command line.
 * @returns null for `--help`
 * @throws Error for invalid options
 */
export function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      posts: text('100000'),
      seconds: text('3'),
      rounds: text('3'),
      database: text('sqlite'),
      only: text(''),
      json: { type: 'string' },
      site: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const only = values.only.split(',').filter(Boolean);
  const scenarios = SCENARIOS.filter(({ name }) => only.length === 0 || only.includes(name));
  if (scenarios.length === 0) throw new Error(`There is no scenario ${values.only}.`);
  return {
    scenarios,
    isPart: only.length > 0,
    posts: values.posts.split(',').map(positive),
    seconds: positive(values.seconds),
    rounds: positive(values.rounds),
    databases: [...new Set(values.database.split(',').map(databaseNamed))],
    json: values.json && resolve(values.json),
    site: values.site && resolve(values.site),
  };
}
