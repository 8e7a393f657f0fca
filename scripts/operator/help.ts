import { operatorCommand } from '#lib/server/platform/config/operator-command.ts';

import type { Command, OfflineCommand } from './command.ts';
import { commands } from './commands.ts';

const COMMAND = operatorCommand;

const usage = (name: string, { args, options = {} }: Command | OfflineCommand): string => {
  const optional = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`);
  return [COMMAND, name, ...args, ...optional].join(' ');
};

export const commandHelp = (name: string, command: Command | OfflineCommand): string =>
  [`${name} ${command.summary}.`, '', `  ${usage(name, command)}`, '', ...(command.details ?? [])]
    .join('\n')
    .trimEnd();

export function generalHelp(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, command]) => `  ${name.padEnd(width)}  ${command?.summary}`,
  );
  return `Commands for the operator, while the site runs (but \`restore\`):

  ${COMMAND} <command> …

${lines.join('\n')}

  ${COMMAND} <command> --help explains a command.
  A post, a resource or a member is given by its id or the URL of its page, a member also by email or the phone number they log in with.
  --demo uses the demo community of \`npm start\` instead of the site of \`npm run serve\`.`;
}
