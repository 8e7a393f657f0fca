import { parseArgs } from 'node:util';

/** What `npm run bench` is asked to do. */
export interface Options {
  /** sizes of the data sets */
  posts: number[];
  /** how long each server is loaded a case, in all */
  seconds: number;
  connections: number;
  /** a Postgres to make the data sets in; none is SQLite */
  database: string | undefined;
  /** the names of the cases that are measured, or `trials`; none is all */
  only: string[];
  /** whether to try what many do at once */
  trials: boolean;
}

export const USAGE = `npm run bench -- [--posts 1000,1000000] [--seconds 3] [--connections 32]
                 [--database postgres://…] [--only feed,sign-in,trials]`;

/** Among the names of cases: what many do at once. */
export const TRIALS = 'trials';

const list = (text: string) => text.split(',').filter(Boolean);

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(`--${name} is "${text}", but must be a whole number above 0.`);
}

/**
 * Reads the command line.
 * @throws Error saying what is wrong with it
 */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      posts: { type: 'string', default: '1000,1000000' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      database: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  });
  const only = list(values.only);
  return {
    posts: list(values.posts).map((each) => wholeNumber('posts', each)),
    seconds: wholeNumber('seconds', values.seconds),
    connections: wholeNumber('connections', values.connections),
    database: values.database,
    only,
    trials: only.length === 0 || only.includes(TRIALS),
  };
}
