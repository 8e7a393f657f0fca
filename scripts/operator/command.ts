import * as z from 'zod/mini';

import { toId } from '#lib/contract/ids.ts';
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Services } from '#lib/server/platform/context.ts';
import { validationError } from '#lib/server/platform/errors.ts';

/** An error that the operator can fix, as its message explains. */
export class UsageError extends Error {}

interface ParsedArgs {
  /** the positional arguments */
  args: string[];
  /** the given options */
  options: Partial<Record<string, string>>;
}

export type Action = (services: Services) => Promise<string>;

/** Runs a command without opening the database. @returns its output */
type OfflineAction = (config: Config) => Promise<string>;

/** A command of the operator. */
export interface Command {
  /** one line */
  summary: string;
  /** the names of its positional arguments, e.g. `<post>`; those in brackets are optional */
  args: string[];
  /** its options with the form of their values, e.g. `reason: '"…"'` */
  options?: Record<string, string>;
  /** more lines of help */
  details?: string[];
  /**
   * Validates the arguments and reads the files they name, before the database is opened.
   * @throws UsageError
   */
  read(parsed: ParsedArgs): Action | Promise<Action>;
  isOffline?: false;
}

/** A command that opens what it needs itself, because the site may be stopped or damaged. */
export interface OfflineCommand extends Omit<Command, 'read' | 'isOffline'> {
  read(parsed: ParsedArgs): OfflineAction;
  isOffline: true;
}

/**
 * Parses arguments with a contract's schema.
 * @throws UsageError with the schema's message
 */
export function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, input);
  if (!success) throw new UsageError(validationError(error.issues).message);
  return data;
}

const lastSegment = (value: string | undefined): string => value?.split('/').at(-1) ?? '';

/**
 * Reads an id.
 * @param value the id of a post or resource, or the URL of its page
 * @throws UsageError
 */
export function readId(value: string | undefined): string {
  const id = toId(lastSegment(value));
  if (!id) throw new UsageError(`${value} is not an id: give the id, or the URL of the page.`);
  return id;
}

/**
 * Reads the email or id of a member.
 * @param value also the URL of their page
 */
export const readMember = (value: string | undefined): string => lastSegment(value);
