// `npm run operator -- <verb> …`: what the operator of a site can do, beside the running server.
import { inspect, parseArgs } from 'node:util';

import { ConfigError, readConfig } from '#lib/server/config.ts';
import { AppError } from '#lib/server/errors.ts';
import { createAppServer } from '#lib/server/services.ts';

import { helpOf, helpOfAll } from './operator/help.ts';
import { type Act, Mistake, type Verb } from './operator/verb.ts';
import { verbs } from './operator/verbs.ts';
import { readSettings } from './settings.ts';

// What the operator can put right; of anything else the whole story is told.
const MISTAKES = [Mistake, ConfigError, AppError];

const OF_ALL = { help: { type: 'boolean' }, demo: { type: 'boolean' } } as const;

/** @returns what was typed behind a verb @throws Mistake for an option it does not have */
function takeApart({ options = {} }: Verb, args: string[]) {
  const own = Object.keys(options).map((option) => [option, { type: 'string' }] as const);
  try {
    const { values, positionals: words } = parseArgs({
      args,
      options: { ...Object.fromEntries(own), ...OF_ALL },
      allowPositionals: true,
    });
    const { help, demo, ...given } = values;
    return { help, demo, words, options: given };
  } catch (error) {
    throw new Mistake((error as Error).message);
  }
}

async function act(work: Act): Promise<string> {
  const logDestination = { write: (line: string) => void process.stderr.write(line) };
  const server = await createAppServer(readConfig(process.env), { logDestination });
  try {
    return await work(server.services);
  } finally {
    // Tells the running servers what changed (docs/decisions/0009-cache-invalidation.md).
    await server.close();
  }
}

/** Does what was typed. @returns what to say */
async function operate([name = '--help', ...args]: string[]): Promise<string> {
  if (name === '--help') return helpOfAll();
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) throw new Mistake(`There is no verb “${name}”.\n\n${helpOfAll()}`);
  const { help, demo, ...given } = takeApart(verb, args);
  if (help) return helpOf(name, verb);
  if (given.words.length !== verb.words.length) throw new Mistake(helpOf(name, verb));
  readSettings(demo ? 'demo' : 'production');
  return act(await verb.read(given));
}

// What members and contributors wrote must not draw on the terminal.
const plain = (said: string): string =>
  said.replaceAll(/[[\p{Cc}\p{Cf}\u2028\u2029]--[\t\n]]+/gv, ' ');

try {
  console.log(plain(await operate(process.argv.slice(2))));
} catch (error) {
  const isMistake = MISTAKES.some((each) => error instanceof each);
  console.error(plain(isMistake ? (error as Error).message : inspect(error)));
  process.exitCode = 1;
}
