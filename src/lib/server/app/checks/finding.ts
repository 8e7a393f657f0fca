import { errorText } from '#lib/server/platform/config/config-error.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Database } from '#lib/server/platform/db/open-database.ts';

/** The result of a check. */
export interface Finding {
  /** a note may be harmless */
  state: 'ok' | 'note' | 'wrong';
  /** the subject of the check, in one or two words */
  subject: string;
  /** one line: the state, or what to do */
  text: string;
}

export const ok = (subject: string, text: string): Finding => ({ state: 'ok', subject, text });

export const note = (subject: string, text: string): Finding => ({ state: 'note', subject, text });

/** @param text the problem, and what to do */
export const wrong = (subject: string, text: string): Finding => ({
  state: 'wrong',
  subject,
  text,
});

/** What a check may look at. */
export interface Subject {
  config: Config;
  /** null when it cannot be used */
  database: Pick<Database, 'db' | 'dialect'> | null;
  /** milliseconds since 1970 */
  now: () => number;
  /** how many milliseconds this clock is ahead of the database server's */
  skew: () => Promise<number>;
}

/** Looks at one thing. @returns nothing when it cannot be known now */
export type Look = (subject: Subject) => Promise<Finding | Finding[]>;

/** @returns the reason of an error, in one line */
export const reasonOf = (error: unknown): string => errorText(error).replaceAll(/\s+/g, ' ');

/** Runs a check; an exception becomes a finding. */
export async function attempt(
  subject: string,
  check: Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await check].flat();
  } catch (error) {
    return [
      wrong(subject, `cannot be checked (${reasonOf(error)}): fix that, and run \`doctor\` again.`),
    ];
  }
}
