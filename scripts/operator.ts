// `npm run operator -- <command> …`: the site operator's commands, which work beside the running server.
import { inspect, parseArgs } from 'node:util';

import { createAppServer } from '#lib/server/app/app-server.ts';
import { BackupError } from '#lib/server/app/backup/backup-place.ts';
import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { AppError } from '#lib/server/platform/errors.ts';
import { StorageError } from '#lib/server/platform/storage/file-store.ts';

import { type Action, type Command, type OfflineCommand, UsageError } from './operator/command.ts';
import { commands } from './operator/commands.ts';
import { commandHelp, generalHelp } from './operator/help.ts';
import { readSettings } from './run/settings.ts';

// Expected errors are printed without a stack.
const EXPECTED_ERRORS = [UsageError, ConfigError, AppError, BackupError, StorageError];

const COMMON_OPTIONS = { help: { type: 'boolean' }, demo: { type: 'boolean' } } as const;

/**
 * Parses the command line of a command.
 * @throws UsageError for an unknown option
 */
function parseCommandLine({ options = {} }: Command | OfflineCommand, argv: string[]) {
  const own = Object.keys(options).map((option) => [option, { type: 'string' }] as const);
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { ...Object.fromEntries(own), ...COMMON_OPTIONS },
      allowPositionals: true,
    });
    const { help, demo, ...given } = values;
    return { help, demo, args: positionals, options: given };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Whether a command accepts this many arguments; those in brackets are optional. */
const takesArgs = ({ args }: Command | OfflineCommand, count: number): boolean =>
  count <= args.length && count >= args.filter((arg) => !arg.startsWith('[')).length;

async function run(action: Action): Promise<string> {
  const logDestination = { write: (line: string) => void process.stderr.write(line) };
  const server = await createAppServer(readConfig(process.env), {
    logDestination,
    isCommand: true,
  });
  try {
    return await action(server.services);
  } finally {
    // Waits until the other servers are notified (docs/decisions/0041-many-servers.md).
    await server.close();
  }
}

async function runCommandLine([name = '--help', ...argv]: string[]): Promise<string> {
  if (name === '--help') return generalHelp();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`Unknown command “${name}”.\n\n${generalHelp()}`);
  const { help, demo, ...parsed } = parseCommandLine(command, argv);
  if (help) return commandHelp(name, command);
  if (!takesArgs(command, parsed.args.length)) throw new UsageError(commandHelp(name, command));
  readSettings(demo ? 'demo' : 'production');
  return command.isOffline
    ? command.read(parsed)(readConfig(process.env))
    : run(await command.read(parsed));
}

// Members' content must not control the terminal.
const stripControls = (text: string): string =>
  text.replaceAll(/[[\p{Cc}\p{Cf}\u2028\u2029]--[\t\n]]+/gv, ' ');

try {
  console.log(stripControls(await runCommandLine(process.argv.slice(2))));
} catch (error) {
  const isExpected = EXPECTED_ERRORS.some((type) => error instanceof type);
  console.error(stripControls(isExpected ? (error as Error).message : inspect(error)));
  process.exitCode = 1;
}
