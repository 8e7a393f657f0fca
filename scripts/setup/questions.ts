// The five questions of `glean setup`.
import { existsSync } from 'node:fs';

import { NewMember } from '#lib/contract/people/managed-members.ts';
import { ConfigError } from '#lib/server/platform/config/config-error.ts';
import { readConfig } from '#lib/server/platform/config/config.ts';
import { parse, UsageError } from '#scripts/operator/command.ts';

/** The first member of staff. */
export interface FirstStaff {
  first: string;
  last: string;
  email: string;
}

/** A question, which an option of the same name sets as well. */
interface Question<T> {
  text: string;
  /** @throws UsageError that says what is wrong with it */
  read: (given: string) => T;
}

// A setting is checked as at a start, beside valid ones.
const VALID = { PUBLIC_URL: 'https://glean.example', SECRET: 'x'.repeat(32) };

function check(setting: string, value: string): string {
  try {
    readConfig({ ...VALID, [setting]: value });
    return value;
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/i;

function readDomain(given: string): string {
  if (!DOMAIN.test(given))
    throw new UsageError(`${given || 'That'} is no domain: it is like glean.example.`);
  return given.toLowerCase();
}

function readStaff(given: string): FirstStaff {
  const [, first = '', last = '', email = ''] = /^(\S+) +(.+?) *<([^<>]+)>$/.exec(given) ?? [];
  if (!email)
    throw new UsageError(
      'Type first name, last name and email like Sol Reyes <sol@glean.example>.',
    );
  parse(NewMember, { email, role: 'staff', first_name: first, middle_name: '', last_name: last });
  return { first, last, email };
}

function readBackup(given: string): string {
  if (!given || given.includes('://') || existsSync(given)) return check('BACKUP_URL', given);
  throw new UsageError(
    `There is no folder ${given}: mount its disk, and create the folder, which the site must own.`,
  );
}

/** In the order in which they come. */
export const QUESTIONS = {
  domain: { text: 'The domain of the site, like glean.example', read: readDomain },
  staff: {
    text: 'Its first member of staff, like Sol Reyes <sol@glean.example>',
    read: readStaff,
  },
  mail: {
    text: 'The mail server, like smtp://user:password@mail.example.com:587, or nothing to add it later',
    read: (given: string) => check('MAIL_URL', given),
  },
  backup: {
    text: 'Where backups go: a folder on another disk, s3://KEY:SECRET@host/bucket, or nothing to add it later',
    read: readBackup,
  },
  port: {
    text: 'The port on this machine for the proxy, or nothing for 4321',
    read: (given: string) => Number(check('PORT', given || '4321')),
  },
} satisfies Record<string, Question<unknown>>;

type Name = keyof typeof QUESTIONS;

/** What was chosen. */
export type Choices = { [name in Name]: ReturnType<(typeof QUESTIONS)[name]['read']> };

/** Asks, and returns the line that was typed; null at the end of the input. */
export type Ask = (text: string) => Promise<string | null>;

/**
 * Asks what no option says. A wrong line is typed again, a wrong option ends it.
 * @param say prints a line
 * @throws UsageError
 */
export async function askQuestions(
  options: Partial<Record<string, string>>,
  ask: Ask,
  say: (line: string) => void,
): Promise<Choices> {
  const choices: Record<string, unknown> = {};
  for (const [name, { text, read }] of Object.entries(QUESTIONS)) {
    const given = options[name];
    choices[name] = given === undefined ? await askUntilRight(text, read) : read(given.trim());
  }
  return choices as Choices;

  async function askUntilRight(text: string, read: (given: string) => unknown): Promise<unknown> {
    for (;;) {
      const line = await ask(text);
      if (line === null) throw new UsageError('The input ended before the last question.');
      try {
        return read(line.trim());
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        say(error.message);
      }
    }
  }
}
