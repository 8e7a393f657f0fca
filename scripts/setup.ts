// `glean setup`: asks five questions, and prepares a site beside the folder of its release.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

import { root, say } from './lib/run.ts';
import { UsageError } from './operator/command.ts';
import { home } from './run/settings.ts';
import { caddyfile, nginxFile } from './setup/proxies.ts';
import {
  type Choices,
  type Ask,
  askQuestions,
  type FirstStaff,
  QUESTIONS,
} from './setup/questions.ts';
import {
  isRoot,
  type Owner,
  readOwner,
  rejectWrongPlace,
  writeSite,
  writeSiteUnits,
} from './setup/site-files.ts';
import { UNIT_FOLDER } from './setup/units.ts';

const HELP = `glean setup asks five questions, writes .env and the units of systemd, adds the first member of staff, and prints the file of the proxy.

${Object.entries(QUESTIONS)
  .map(([name, { text }]) => `  --${name.padEnd(8)}${text}`)
  .join('\n')}
  --units   The folder for the units, if not ${UNIT_FOLDER}
`;

function readOptions(): Partial<Record<string, string>> & { help?: boolean } {
  const names = [...Object.keys(QUESTIONS), 'units'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values as ReturnType<
      typeof readOptions
    >;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

/** Asks on the terminal, or reads the lines of a file. */
async function ask(options: Partial<Record<string, string>>): Promise<Choices> {
  const terminal = createInterface({ input: process.stdin });
  const lines = terminal[Symbol.asyncIterator]();
  const question: Ask = async (text) => {
    process.stdout.write(`${text}: `);
    const { done, value } = await lines.next();
    return done ? null : value;
  };
  try {
    return await askQuestions(options, question, say);
  } finally {
    terminal.close();
  }
}

/** Adds the first member of staff as the site's owner, who then owns the database. Prints the link. */
function addFirstStaff({ first, last, email }: FirstStaff, { uid, gid }: Owner): void {
  const args = ['add-member', email, '--first', first, '--last', last, '--role', 'staff'];
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'scripts/operator.ts'), ...args],
    { cwd: home, encoding: 'utf8', ...(isRoot() ? { uid, gid } : {}) },
  );
  if (status !== 0) throw new UsageError(error ? error.message : stderr + stdout);
  say(stdout.trim());
}

/** @param folder of the units */
function sayNextSteps({ domain, port }: Choices, { user }: Owner, folder: string): void {
  const copy = folder === UNIT_FOLDER ? '' : `cp ${join(folder, 'glean.*')} ${UNIT_FOLDER}\n`;
  say(`
Start it, as root:

${copy}systemctl daemon-reload
systemctl enable --now glean.socket glean.service

A proxy must speak TLS for it. /etc/caddy/Caddyfile:

${caddyfile({ domain, port })}
Or with nginx, /etc/nginx/conf.d/glean.conf:

${nginxFile({ domain, port })}
Then: ${join(home, 'current/glean')} operator doctor, as ${user}. Store a copy of ${join(home, '.env')} elsewhere.`);
}

async function setup(): Promise<void> {
  const { help, units, ...options } = readOptions();
  if (help) return say(HELP);
  rejectWrongPlace(home, root);
  const owner = readOwner(home);
  const choices = await ask(options);
  writeSite(home, root, owner, choices);
  const folder = writeSiteUnits(home, owner, choices.port, units);
  say(`\nWritten: ${join(home, '.env')}, ${join(folder, 'glean.socket')}, glean.service.\n`);
  addFirstStaff(choices.staff, owner);
  sayNextSteps(choices, owner, folder);
  if (owner.uid === 0)
    say(
      `\n${home} belongs to root, and so the site would run as root: give it to a user of its own.`,
    );
}

try {
  await setup();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
