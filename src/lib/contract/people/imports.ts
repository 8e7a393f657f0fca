import * as z from 'zod/mini';

import type { ErrorCode } from '#lib/contract/error-codes.ts';
import { listQuery } from '#lib/contract/pagination.ts';
import { text } from '#lib/contract/text.ts';

import { JOIN_ROLES } from './applications.ts';

/** So many people come in at once. */
export const IMPORT_ROWS = 500;
/** So many of them are invited by email within an hour, whoever brought them in. */
export const INVITATIONS_AN_HOUR = 50;
/** For so many days after an import the site stores who did not become a member. */
export const IMPORT_DAYS = 30;

const IMPORTS_PAGE = 20;
const MAX_LIST = 100_000;
const MAX_PAPER = 200;
const MAX_LOGIN = 254;
const MAX_LANGUAGE = 16;

/** A list as it was copied from a spreadsheet: a row a person, with name, role, town, and email or phone. */
export const ImportList = z.object({
  list: text({ max: MAX_LIST, required: 'import_empty' }),
});
export type ImportList = z.infer<typeof ImportList>;

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
});
export type LeftRow = z.infer<typeof LeftRow>;

/** What an import would do. */
export const ImportPreview = z.object({
  rows: z.array(NewRow),
  wrong: z.array(LeftRow),
  /** members, applicants and people invited already, and those that are in the list twice */
  present: z.array(LeftRow),
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
