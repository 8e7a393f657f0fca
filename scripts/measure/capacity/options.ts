import { parseArgs } from 'node:util';

import { positive } from '#scripts/measure/positive.ts';

export const USAGE = `npm run capacity -- [options]

  --pages 10000      open pages, each of another member
  --minutes 10       how long they are held, after they were opened
  --database sqlite  or postgres, started for the run
  --servers 1        or 2, with postgres: each has half of the pages
  --posts 100000     size of the data set, with 100,000 members
  --open 200         pages opened a second`;

/** What `scripts/measure/capacity.ts` measures. */
export type Options = NonNullable<ReturnType<typeof readOptions>>;

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
      pages: text('10000'),
      minutes: text('10'),
      database: text('sqlite'),
      servers: text('1'),
      posts: text('100000'),
      open: text('200'),
      help: { type: 'boolean' },
    },
  });
  if (values.help) return null;
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database is sqlite or postgres, not ${database}.`);
  const servers = positive(values.servers);
  if (servers > 1 && database === 'sqlite') throw new Error('SQLite is for one server.');
  return {
    pages: positive(values.pages),
    minutes: positive(values.minutes),
    database,
    servers,
    posts: positive(values.posts),
    opened: positive(values.open),
  } as const;
}
