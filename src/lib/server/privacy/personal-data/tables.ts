import { ACCOUNT_RULES } from './account-rules.ts';
import { COMMUNITY_RULES } from './community-rules.ts';
import { JOINING_RULES } from './joining-rules.ts';
import { MODERATION_RULES } from './moderation-rules.ts';
import { PICKUP_RULES } from './pickup-rules.ts';
import type { PersonalRow, Rules, TableName } from './rules.ts';
import { SITE_RULES } from './site-rules.ts';

/** Every table of the database: what of it is a member's. A test compares it with the live schema. */
export const RULES: Rules = {
  ...ACCOUNT_RULES,
  ...COMMUNITY_RULES,
  ...PICKUP_RULES,
  ...JOINING_RULES,
  ...MODERATION_RULES,
  ...SITE_RULES,
};

/** A table with rows of members: a `PersonalRule`, for code that takes any table. */
export interface PersonalTable {
  table: TableName;
  label: string;
  key: string | string[];
  names: string[];
  about?: string[];
  owner?: { table: string; column: string };
  files?: string[];
  exported: string[];
  withheld: Record<string, string>;
  redact?: (row: PersonalRow, memberId: string) => PersonalRow;
  erasure: 'deleted' | 'changed';
}

/** The tables with rows of members, in the order of the export. */
export const PERSONAL_TABLES: PersonalTable[] = Object.entries(RULES).flatMap(([table, rule]) =>
  'names' in rule ? [{ ...rule, table: table as TableName }] : [],
);

/** The columns that name a member in rows that are not theirs. */
export const MENTIONS: { table: TableName; column: string }[] = Object.entries(RULES).flatMap(
  ([table, { mentions = [] }]) => mentions.map((column) => ({ table: table as TableName, column })),
);
