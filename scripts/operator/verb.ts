import * as z from 'zod/mini';

import { toId } from '#lib/contract/ids.ts';
import type { Services } from '#lib/server/context.ts';
import { validationError } from '#lib/server/errors.ts';

/** Something the operator can put right; the message says how. */
export class Mistake extends Error {}

/** What was typed behind the verb. */
interface Given {
  /** as many as the verb takes */
  words: string[];
  /** those of the verb's options that were given */
  options: Partial<Record<string, string>>;
}

/** Does what was asked for. @returns what to say then */
export type Act = (services: Services) => Promise<string>;

/** One thing an operator can do. */
export interface Verb {
  /** what it does, in a line */
  does: string;
  /** the words it takes, e.g. `<post>` */
  words: string[];
  /** its options, each with what stands behind it, e.g. `reason: '"…"'` */
  options?: Record<string, string>;
  /** what more there is to know, a line each */
  more?: string[];
  /**
   * Reads what was typed, and the files it names, before anything is opened.
   * @throws Mistake
   */
  read(given: Given): Act | Promise<Act>;
}

/** @returns what was typed, as its contract wants it @throws Mistake with the contract's message */
export function check<S extends z.ZodMiniType>(schema: S, typed: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, typed);
  if (!success) throw new Mistake(validationError(error.issues).message);
  return data;
}

const lastPart = (typed: string | undefined): string => typed?.split('/').at(-1) ?? '';

/** @returns the id of a post or a resource @param typed it, or the address of its page @throws Mistake */
export function readId(typed: string | undefined): string {
  const id = toId(lastPart(typed));
  if (!id) throw new Mistake(`${typed} is no id: write it, or the address of the page.`);
  return id;
}

/** @returns the email or id of a member @param typed it, or the address of the member's page */
export const readMember = (typed: string | undefined): string => lastPart(typed);
