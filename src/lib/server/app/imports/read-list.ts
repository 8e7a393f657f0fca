// Parses a list of people from a spreadsheet: with or without column titles, in English or Filipino.
import * as z from 'zod/mini';

import { townName } from '#lib/contract/exchange/listings/listing-choices.ts';
import { JOIN_ROLES, type JoinRole } from '#lib/contract/people/applications.ts';
import {
  COLUMN_USES,
  type ColumnUse,
  type ImportList,
  type ImportPreview,
  type LeftRow,
  type NewRow,
} from '#lib/contract/people/imports.ts';
import { nameWithoutPeriods } from '#lib/contract/people/names.ts';
import { NameInput, OthersPhoneInput } from '#lib/contract/people/profile.ts';
import { Email } from '#lib/contract/people/sign-in/auth.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { roleName } from '#lib/messages/names/role-names.ts';
import { runInLanguage, t } from '#lib/messages/t.ts';
import { validationError } from '#lib/server/platform/errors.ts';
import { readSheet, type SheetRow } from '#lib/server/platform/read-csv.ts';
import {
  findTown,
  findTownsByName,
  nearTowns,
  plainWords,
  type Town,
} from '#lib/server/platform/towns/towns.ts';

import { readColumns, type SheetOfPeople } from './columns.ts';

/** Synonyms of roles, beside their names. */
const ROLE_WORDS: Record<JoinRole, string> = {
  farmer: 'rice farmer|grower|magbubukid|nagtatanim',
  processor: 'bio waste|biowaste processor|tagaproseso|nagpoproseso',
  gleaner: 'gleaning|namumulot|tagapulot',
  feed: 'feed producer|feeds|livestock|livestock feed|pakain|nag aalaga ng hayop',
};

/** @returns roles by their keys, names in all languages, and synonyms */
function readRoleWords(): Map<string, JoinRole> {
  const named = JOIN_ROLES.flatMap((role) =>
    [
      role,
      ...Object.keys(catalogues).map((language) => runInLanguage(language, () => roleName(role))),
      ...ROLE_WORDS[role].split('|'),
    ].map((words) => [plainWords(words), role] as const),
  );
  return new Map(named);
}

let roleWords: Map<string, JoinRole> | undefined;

const findRole = (typed: string): JoinRole | undefined => {
  roleWords ??= readRoleWords();
  const words = plainWords(typed);
  return roleWords.get(words) ?? roleWords.get(words.replace(/s$/, ''));
};

// Particles that belong to the last name that follows.
const PARTICLES = new Set(
  'de del dela delos delas la los las san santa santo sta sto st von van'.split(' '),
);
const SUFFIXES = new Set('jr sr ii iii iv v'.split(' '));

/** @returns the number of words at the end that form the last name */
function countLast(words: string[]): number {
  const plain = words.map(plainWords);
  let start = words.length - 1;
  while (start > 1 && SUFFIXES.has(plain[start] ?? '')) start -= 1;
  while (start > 1 && PARTICLES.has(plain[start - 1] ?? '')) start -= 1;
  return words.length - start;
}

/** Splits a name: `Lito dela Cruz Jr.`, or `Dela Cruz, Lito`. */
function splitName(typed: string): { first_name: string; last_name: string } {
  const [last = '', ...rest] = typed.split(',').map((part) => part.trim());
  if (rest.length > 0) return { first_name: rest.join(' ').trim(), last_name: last };
  const words = typed.split(/\s+/).filter(Boolean);
  const lasts = words.length > 1 ? countLast(words) : 0;
  const cut = words.length - lasts;
  return { first_name: words.slice(0, cut).join(' '), last_name: words.slice(cut).join(' ') };
}

const inWords = (towns: Town[]): string =>
  towns.map(({ code }) => townName(code) ?? code).join('; ');

/** The result of parsing a cell: a value, or a sentence that says how to correct it. */
type Read<T> = { value: T } | { sentence: string };

function readTown(typed: string, province: string): Read<string | null> {
  if (typed === '') return { value: null };
  const code = /\d{10}/.exec(typed)?.[0];
  if (code && findTown(code)) return { value: code };
  // `San Antonio (Zambales)`, or `General Tinio (Papaya)`.
  const name = typed.replace(/\(.*/, '');
  const [whole, beforeBracket] = [typed, name].map((each) =>
    findTownsByName(each, province || undefined),
  );
  const found = (whole?.length ? whole : beforeBracket) ?? [];
  if (found[0] && found.length === 1) return { value: found[0].code };
  if (found.length > 1)
    return { sentence: t('import.town_several', { town: typed, towns: inWords(found) }) };
  const near = nearTowns(name);
  return {
    sentence:
      near.length > 0
        ? t('import.town_near', { town: typed, towns: inWords(near) })
        : t('import.town_unknown', { town: typed }),
  };
}

function readRole(typed: string): Read<JoinRole> {
  const role = findRole(typed);
  if (role) return { value: role };
  const roles = JOIN_ROLES.map((each) => roleName(each)).join(', ');
  if (typed === '') return { sentence: t('import.role_missing', { roles }) };
  return { sentence: t('import.role_unknown', { role: typed, roles }) };
}

const SCIENTIFIC = /^\d+(?:[.,]\d+)?E\+?\d+$/i;

/** Parses phone numbers as spreadsheets store them: `="0917…"`, `'0917…`, `9171234567`, `9171234567.0`. */
function toPhone(cell: string): string {
  const digits = cell
    .replace(/^=?["']?(.*?)["']?$/, '$1')
    .replace(/^(\d+)\.0$/, '$1')
    .trim();
  return /^9\d{9}$/.test(digits) ? `0${digits}` : digits;
}

function readContacts(cells: string[]): Read<{ email: string | null; phone: string | null }> {
  const [email, ...emails] = cells.filter((cell) => cell.includes('@'));
  const [phone, ...phones] = cells.filter((cell) => !cell.includes('@')).map(toPhone);
  if (phone && SCIENTIFIC.test(phone)) return { sentence: t('import.phone_scientific', { phone }) };
  if (emails.length > 0 || phones.some((each) => each !== phone))
    return { sentence: t('import.contacts_several') };
  if (!email && !phone) return { sentence: t('import.contact_missing') };
  return { value: { email: email ?? null, phone: phone ?? null } };
}

const Person = z.object({
  first_name: NameInput.shape.first_name,
  last_name: NameInput.shape.last_name,
  email: z.nullable(Email),
  phone: z.nullable(OthersPhoneInput.shape.phone_number),
});

const sentencesOf = (reads: Read<unknown>[]): string[] =>
  reads.flatMap((read) => ('sentence' in read ? read.sentence : []));

const withoutPeriods = (name: string): string => nameWithoutPeriods(name) ?? name;

function readName(
  cellOf: (use: ColumnUse) => string,
): Read<{ first_name: string; last_name: string }> {
  const whole = cellOf('name');
  const parts =
    whole === '' ? { first_name: cellOf('first'), last_name: cellOf('last') } : splitName(whole);
  const { first_name, last_name } = parts;
  if (first_name === '' && last_name === '') return { sentence: t('import.name_missing') };
  if (first_name === '' || last_name === '')
    return { sentence: t('import.name_half', { name: first_name || last_name }) };
  return {
    value: { first_name: withoutPeriods(first_name), last_name: withoutPeriods(last_name) },
  };
}

// Names may be in two columns, which are joined; roles and towns may not.
const NAMES = new Set<ColumnUse>(['name', 'first', 'last']);
const UNREADABLE = '\ufffd';

/** @returns sentences about invalid cells of a row */
function problemsOf(cellsOf: (use: ColumnUse) => string[]): string[] {
  const cells = COLUMN_USES.filter((use) => use !== 'none').map(
    (use) => [use, cellsOf(use)] as const,
  );
  const unreadable = cells.flatMap(([, all]) => all).find((cell) => cell.includes(UNREADABLE));
  const several = cells
    .filter(([use, all]) => use !== 'contact' && !NAMES.has(use) && all.length > 1)
    .map(([, all]) => t('import.several', { values: all.join('; ') }));
  return unreadable ? [t('import.unreadable', { text: unreadable }), ...several] : several;
}

/** Parses a row. @returns the person, or sentences that say how to correct the row */
function readRow({ line, cells }: SheetRow, uses: SheetOfPeople['uses']): NewRow | string[] {
  const cellsOf = (use: ColumnUse) => [
    ...new Set(cells.filter((cell, nth) => cell !== '' && uses[nth] === use)),
  ];
  const cellOf = (use: ColumnUse) => cellsOf(use).join(' ');
  const problems = problemsOf(cellsOf);
  if (problems.length > 0) return problems;
  const name = readName(cellOf);
  const role = readRole(cellOf('role'));
  const town = readTown(cellOf('town'), cellOf('province'));
  const contacts = readContacts(cellsOf('contact'));
  if (!('value' in name && 'value' in role && 'value' in town && 'value' in contacts))
    return sentencesOf([name, role, town, contacts]);
  const person = z.safeParse(Person, { ...name.value, ...contacts.value }, { reportInput: true });
  if (person.success) return { line, ...person.data, role: role.value, town: town.value };
  return Object.values(validationError(person.error.issues).fields).map(({ message }) => message);
}

/** Whether periods were removed from a name of this row. */
const hadPeriods = ({ cells }: SheetRow, uses: SheetOfPeople['uses']): boolean =>
  cells.some((cell, nth) => NAMES.has(uses[nth] ?? 'none') && cell.includes('.'));

const MAX_TEXT = 60;

const beginning = ({ cells }: SheetRow): string => {
  const text = cells.filter(Boolean).join(' · ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
};

/** The email or phone number that identifies a person. */
export const loginOf = ({ email, phone }: Pick<NewRow, 'email' | 'phone'>): string =>
  email ?? phone ?? '';

/** @returns a row that is left out, with its beginning and the reason */
type Leave = (row: Pick<NewRow, 'line'>, sentence: string) => LeftRow;

/** A parsed list. */
interface ReadList extends ImportPreview {
  leave: Leave;
}

/**
 * Parses a list.
 * @returns the people to import, invalid rows, duplicates, and a function that makes a `LeftRow`
 */
export function readList({ list, columns }: ImportList): ReadList {
  const sheet = readSheet(list);
  const { above, people, uses, unknown } = readColumns(sheet, columns);
  const texts = new Map(sheet.map((row) => [row.line, beginning(row)]));
  const leave: Leave = ({ line }, sentence) => ({ line, text: texts.get(line) ?? '', sentence });
  const rows = new Map<string, NewRow>();
  const wrong: LeftRow[] = [];
  const present: LeftRow[] = [];
  const notes = above.map((row) => leave(row, t('import.above')));
  for (const each of people) {
    const read = readRow(each, uses);
    const before = Array.isArray(read) ? undefined : rows.get(loginOf(read));
    if (Array.isArray(read)) wrong.push(leave(each, read.join(' ')));
    else if (before) present.push(leave(each, t('import.twice', { line: before.line })));
    else {
      rows.set(loginOf(read), read);
      const name = `${read.first_name} ${read.last_name}`;
      if (hadPeriods(each, uses)) notes.push(leave(each, t('import.without_periods', { name })));
    }
  }
  return { unknown_columns: unknown, rows: [...rows.values()], wrong, present, notes, leave };
}
