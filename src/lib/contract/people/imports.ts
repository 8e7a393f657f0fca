import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { IMPORT_ROWS } from '#lib/contract/limits.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { JOIN_ROLES } from './applications.ts';

/** How many people of imports are invited by email per hour, in total. */
export const INVITATIONS_AN_HOUR = 50;
/** For how many days after an import the site stores people who did not become members. */
export const IMPORT_DAYS = 30;

const IMPORTS_PAGE = 20;
const MAX_LIST = 100_000;
const MAX_PAPER = 200;
const MAX_LOGIN = 254;
const MAX_LANGUAGE = 16;

const LETTERS = 26;
const letter = (nth: number): string => String.fromCodePoint('A'.charCodeAt(0) + nth);

/** @returns the column's letter in a spreadsheet */
export const columnLetter = (nth: number): string =>
  nth < LETTERS ? letter(nth) : letter(Math.floor(nth / LETTERS) - 1) + letter(nth % LETTERS);

const COLUMN_FIELD = 'column.';

/** @returns the name of the form field for a column's use */
export const columnField = (column: string): string => COLUMN_FIELD + column;

/** @returns the uses of columns in a form, by letter */
export const readColumnFields = (values: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...values]
      .filter(([name, use]) => name.startsWith(COLUMN_FIELD) && use !== '')
      .map(([name, use]) => [name.slice(COLUMN_FIELD.length), use]),
  );

/** The uses of columns; several may have contacts. `none`: ignored. */
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

// One bad row must not block the others. Excel has vertical tabs within cells, and DOS ends a file with \x1a.
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

/** A list pasted from a spreadsheet: one row per person, with name, role, town, and email or phone. */
export const ImportList = z.object({
  list: text({ max: MAX_LIST, required: 'import_empty', clean: toPrintable }),
  /** the uses of columns with unknown titles, by letter */
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

/** @returns the name of the nth form field with a phone number that staff assign */
export const givenField = (nth: number): string => GIVEN_FIELD + nth;

/** @returns the phone numbers that a form assigns */
export const readGivenFields = (values: URLSearchParams): string[] =>
  [...values].filter(([name]) => name.startsWith(GIVEN_FIELD)).map(([, phone]) => phone);

const PHONE_LENGTH = 11;

/** How people without an email are imported. */
const WITHOUT_EMAIL = ['phone', 'steward'] as const;

/** A list to import. The server checks each row, the steward and the language. */
export const ImportInput = z.extend(ImportList, {
  /** `phone`: they log in with their number; `steward`: a steward looks after them */
  without_email: z._default(z.enum(WITHOUT_EMAIL, 'invalid' satisfies ErrorCode), 'phone'),
  /** the steward's id, email, or phone number for logging in */
  steward: z._default(text({ max: MAX_LOGIN, oneLine: true }), ''),
  /** whether people without an email agreed on paper */
  has_paper: z._default(z.boolean('boolean_expected' satisfies ErrorCode), false),
  /** where the papers are stored */
  paper: z._default(text({ max: MAX_PAPER, oneLine: true }), ''),
  /**
   * phone numbers that staff assign to people of the list, although another member claims one, or uses it for pickups
   */
  given: z._default(
    z
      .array(z.string().check(z.maxLength(PHONE_LENGTH, 'too_long' satisfies ErrorCode)))
      .check(z.maxLength(IMPORT_ROWS, 'too_long' satisfies ErrorCode)),
    [],
  ),
  /** the language of the invitations; null for that of the importing staff member */
  language: z._default(
    z.nullable(z.string().check(z.maxLength(MAX_LANGUAGE, 'too_long' satisfies ErrorCode))),
    null,
  ),
});
export type ImportInput = z.infer<typeof ImportInput>;

/** A person who can be imported. */
const NewRow = z.object({
  /** the row in the list, from 1 */
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

/** A row that is not imported, and why. */
const LeftRow = z.object({
  line: z.number(),
  /** the beginning of the row */
  text: z.string(),
  sentence: z.string(),
  /** the number that staff may assign to this person nonetheless */
  phone: z.optional(z.string()),
});
export type LeftRow = z.infer<typeof LeftRow>;

/** A column with an unknown title. */
const UnknownColumn = z.object({
  /** its letter, as in a spreadsheet */
  column: z.string(),
  /** empty without a title */
  title: z.string(),
  /** the first values that are not empty */
  values: z.array(z.string()),
  /** the use that staff chose; null before that, when no one can be imported */
  use: z.nullable(z.enum(COLUMN_USES)),
});
export type UnknownColumn = z.infer<typeof UnknownColumn>;

/** A preview of an import. */
export const ImportPreview = z.object({
  unknown_columns: z.array(UnknownColumn),
  rows: z.array(NewRow),
  wrong: z.array(LeftRow),
  /** members, applicants and invited people, and those that are in the list twice */
  present: z.array(LeftRow),
  /** notes for review: rows above the titles, and names that are imported without their periods */
  notes: z.array(LeftRow),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

export const ImportQuery = listQuery(IMPORTS_PAGE);

/** A finished import. */
export const Import = z.object({
  import_id: z.string(),
  /** the name of the importing staff member; null when erased */
  imported_by: z.nullable(z.string()),
  /** where the papers are stored; empty without any */
  paper: z.string(),
  /** the number of imported people */
  people: z.number(),
  /** ISO 8601, UTC */
  created_at: z.string(),
  /** ISO 8601, UTC; null unless it was undone */
  undone_at: z.nullable(z.string()),
});
export type Import = z.infer<typeof Import>;

/**
 * `waiting`: the invitation is not sent yet; `invited`; `ended`: its link expired unused; `joined` with it; or
 * `added` as a member without an email.
 */
export const IMPORT_STATES = ['waiting', 'invited', 'ended', 'joined', 'added'] as const;

/** An import with its people, without emails and phone numbers. */
export const ImportDetail = z.extend(Import, {
  rows: z.array(
    z.object({
      line: z.number(),
      name: z.string(),
      role: z.enum(JOIN_ROLES),
      /** PSGC code */
      town: z.nullable(z.string()),
      state: z.enum(IMPORT_STATES),
      /** null before they are a member */
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
