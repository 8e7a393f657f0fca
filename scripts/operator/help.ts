import type { Verb } from './verb.ts';
import { verbs } from './verbs.ts';

const COMMAND = 'npm run operator --';

const usage = (name: string, { words, options = {} }: Verb): string => {
  const given = Object.entries(options).map(([option, value]) => `[--${option} ${value}]`);
  return [COMMAND, name, ...words, ...given].join(' ');
};

/** @returns how one verb is used */
export const helpOf = (name: string, verb: Verb): string =>
  [`${name} ${verb.does}.`, '', `  ${usage(name, verb)}`, '', ...(verb.more ?? [])]
    .join('\n')
    .trimEnd();

/** @returns what there is to do */
export function helpOfAll(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length));
  const lines = Object.entries(verbs).map(
    ([name, verb]) => `  ${name.padEnd(width)}  ${verb?.does}`,
  );
  return `What the operator of the site can do while it runs:

  ${COMMAND} <verb> …

${lines.join('\n')}

  ${COMMAND} <verb> --help says more of a verb.
  A post, a resource or a member is named by its id or by the address of its page, a member also by email.
  --demo does it on the demo community of \`npm start\`, not on the site of \`npm run serve\`.`;
}
