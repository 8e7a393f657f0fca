// Imports of people by staff.
import { signedInStaff } from '#tests/support/nouns/staff.ts';
import type { ApiResponse, Browser } from '#tests/support/site/http-browser.ts';
import { openSite, type Site } from '#tests/support/site/site.ts';

/** A site, and a browser of staff. */
export async function openDesk() {
  const site = await openSite();
  return { site, staff: await signedInStaff(site) };
}

/** The error codes of a response. */
export const codesOf = ({ body }: ApiResponse) => body['field_codes'] ?? body['code'];

export const IMPORTS = '/api/admin/imports';
export const IMPORT_PAGE = '/staff/members/import';

/** Two people with an email, two without. */
export const LIST = [
  'Lito Bautista, farmer, Guimba, lito@farm.example',
  'Nena dela Cruz, magsasaka, Talavera, 0917 123 4567',
  'Ramon Santos, processor, Guimba, ramon@farm.example',
  'Ising Reyes, gleaner, , +63 918 123 4567',
].join('\n');

/** Rows of people with only a phone number. */
export const phonesOf = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, nth) => `Ana Cruz;farmer;;09${String(170_000_000 + from + nth)}`,
  ).join('\n');

/** Additional fields for a list of people without an email. */
export const PAPER = { has_paper: true, paper: 'Blue folder' };

export const listOf = (count: number, from = 0): string =>
  Array.from(
    { length: count },
    (_, nth) => `Ana Cruz, farmer, Guimba, ana${from + nth}@farm.example`,
  ).join('\n');

/** Checks a list. @returns what would be imported */
export const preview = async (staff: Browser, list: string) =>
  (await staff.post(`${IMPORTS}/preview`, { list })).body['data'];

export const bringIn = (staff: Browser, list = LIST, given: object = PAPER): Promise<ApiResponse> =>
  staff.post(IMPORTS, { list, ...given });

export const undo = (staff: Browser, id: string): Promise<ApiResponse> =>
  staff.change('DELETE', `${IMPORTS}/${id}`);

/** The result of each row, by name. */
export async function statesOf(staff: Browser, id: string): Promise<Record<string, string>> {
  const { rows } = (await staff.get(`${IMPORTS}/${id}`)).body['data'];
  return Object.fromEntries(
    rows.map(({ name, state }: Record<'name' | 'state', string>) => [name, state]),
  );
}

export async function countTables({ services: { db } }: Site): Promise<number[]> {
  const tables = [
    'members',
    'applications',
    'import_batches',
    'import_rows',
    'audit_log',
    'deliveries',
  ] as const;
  return Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('id').execute()).length),
  );
}
