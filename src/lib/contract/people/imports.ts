import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { IMPORT_ROWS } from '#lib/contract/limits.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { JOIN_ROLES } from './applications.ts';

/** So many of them are invited by email within an hour, whoever brought them in. */
export const INVITATIONS_AN_HOUR = 50;
/** For so many days after an import the site stores who did not become a member. */
export const IMPORT_DAYS = 30;

const IMPORTS_PAGE = 20;
const MAX_LIST = 100_000;
const MAX_PAPER = 200;
const MAX_LOGIN = 254;
const MAX_LANGUAGE = 16;

const LETTERS = 26;
const letter = (nth: number): string => String.fromCodePoint('A'.charCodeAt(0) + nth);

/** @returns the letter of a column, as in a spreadsheet */
export const columnLetter = (nth: number): string =>
  nth < LETTERS ? letter(nth) : letter(Math.floor(nth / LETTERS) - 1) + letter(nth % LETTERS);

const COLUMN_FIELD = 'column.';

/** @returns the field of a form that says what a column has */
export const columnField = (column: string): string => COLUMN_FIELD + column;

/** @returns what a form says of columns, by letter */
export const readColumnFields = (values: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...values]
      .filter(([name, use]) => name.startsWith(COLUMN_FIELD) && use !== '')
      .map(([name, use]) => [name.slice(COLUMN_FIELD.length), use]),
  );

/** What a column has; several may have contacts. `none`: what is not wanted. */
export const COLUMN_USES = [
  'name',
  'first',
  'last',
  'role',
  'town',
  'province',
  'contact',
  'none',
] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

// Of one row: they must not keep the others out. Excel has a vertical tab within a cell, and DOS ends a file with \x1a.
const SPACE_CONTROLS = /[\v\f\x85]/g;
const CONTROLS = /[^\P{Cc}\t\n\r]/gu;
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

const toPrintable = (list: string): string =>
  list
    .toWellFormed()
    .replace(/\u001a+\s*$/, '')
    .replaceAll(SPACE_CONTROLS, ' ')
    .replaceAll(CONTROLS, '\ufffd')
    .replaceAll(DIRECTIONS, '');

/** A list as it was copied from a spreadsheet: a row a person, with name, role, town, and email or phone. */
export const ImportList = z.object({
  list: text({ max: MAX_LIST, required: 'import_empty', clean: toPrintable }),
  /** what the columns have whose titles are not known, by the letter of each */
  columns: z._default(
    z.record(
      z.string().check(z.regex(/^[A-Z]{1,2}$/, 'invalid' satisfies ErrorCode)),
      z.enum(COLUMN_USES, 'invalid' satisfies ErrorCode),
    ),
    {},
  ),
});
export type ImportList = z.infer<typeof ImportList>;

const GIVEN_FIELD = 'given.';

/** @returns the nth field of a form that gives a number to a person of the list */
export const givenField = (nth: number): string => GIVEN_FIELD + nth;

/** @returns the numbers that a form gives */
export const readGivenFields = (values: URLSearchParams): string[] =>
  [...values].filter(([name]) => name.startsWith(GIVEN_FIELD)).map(([, phone]) => phone);

const PHONE_LENGTH = 11;

/** What becomes of who has no email. */
const WITHOUT_EMAIL = ['phone', 'steward'] as const;

/** A list to be brought in. The server checks each row, the steward and the language. */
export const ImportInput = z.extend(ImportList, {
  /** `phone`: they sign in with their number; `steward`: they are people of a steward */
  without_email: z._default(z.enum(WITHOUT_EMAIL, 'invalid' satisfies ErrorCode), 'phone'),
  /** what the steward signs in with */
  steward: z._default(text({ max: MAX_LOGIN, oneLine: true }), ''),
  /** whether those without an email agreed on paper */
  has_paper: z._default(z.boolean('boolean_expected' satisfies ErrorCode), false),
  /** where it lies */
  paper: z._default(text({ max: MAX_PAPER, oneLine: true }), ''),
  /** the numbers that staff give to people of the list, although another member claims one, or has it for pickups */
  given: z._default(
    z
      .array(z.string().check(z.maxLength(PHONE_LENGTH, 'too_long' satisfies ErrorCode)))
      .check(z.maxLength(IMPORT_ROWS, 'too_long' satisfies ErrorCode)),
    [],
  ),
  /** of the invitations; null for that of who imports */
  language: z._default(
    z.nullable(z.string().check(z.maxLength(MAX_LANGUAGE, 'too_long' satisfies ErrorCode))),
    null,
  ),
});
export type ImportInput = z.infer<typeof ImportInput>;

/** Who can come in. */
const NewRow = z.object({
  /** in the list, from 1 */
  line: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  role: z.enum(JOIN_ROLES),
  /** PSGC code */
  town: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /** 09 and 9 digits */
  phone: z.nullable(z.string()),
});
export type NewRow = z.infer<typeof NewRow>;

/** A row that stays out, and why. */
const LeftRow = z.object({
  line: z.number(),
  /** how it begins */
  text: z.string(),
  sentence: z.string(),
  /** the number that staff may give to this person all the same */
  phone: z.optional(z.string()),
});
export type LeftRow = z.infer<typeof LeftRow>;

/** A column whose title the import does not know. */
const UnknownColumn = z.object({
  /** its letter, as in a spreadsheet */
  column: z.string(),
  /** empty without one */
  title: z.string(),
  /** the first that are not empty */
  values: z.array(z.string()),
  /** what staff say it has; null before, when no one can come in */
  use: z.nullable(z.enum(COLUMN_USES)),
});
export type UnknownColumn = z.infer<typeof UnknownColumn>;

/** What an import would do. */
export const ImportPreview = z.object({
  unknown_columns: z.array(UnknownColumn),
  rows: z.array(NewRow),
  wrong: z.array(LeftRow),
  /** members, applicants and people invited already, and those that are in the list twice */
  present: z.array(LeftRow),
  /** what to look at: rows above the titles, and names that come in without their periods */
  notes: z.array(LeftRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportQuery = listQuery(IMPORTS_PAGE);

/** A list that was brought in. */
export const Import = z.object({
  import_id: z.string(),
  /** who brought it in; null once erased */
  imported_by: z.nullable(z.string()),
  /** where the papers lie; empty without any */
  paper: z.string(),
  /** how many came in */
  people: z.number(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** ISO 8601, UTC; null while it was not undone */
  undone_at: z.nullable(z.string()),
});
export type Import = z.infer<typeof Import>;

/**
 * `waiting` for the invitation to be sent, `invited`, `ended` when its link was not used, `joined` by it, or `added` as a
 * member without an email.
 */
export const IMPORT_STATES = ['waiting', 'invited', 'ended', 'joined', 'added'] as const;

/** With who came in, without email and phone. */
export const ImportDetail = z.extend(Import, {
  rows: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      role: z.enum(JOIN_ROLES),
      /** PSGC code */
      town: z.nullable(z.string()),
      state: z.enum(IMPORT_STATES),
      /** of a member */
      account_id: z.nullable(z.string()),
    }),
  ),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const ImportPage = z.object({
  imports: z.array(Import),
  nextCursor: z.nullable(z.string()),
});
export type ImportPage = z.infer<typeof ImportPage>;
