// Reads a list of people as a co-op has it in a spreadsheet: with or without titles of its columns, in English or Filipino.
import * as z from 'zod/mini';

import { townName } from '#lib/contract/exchange/listing-choices.ts';
import { JOIN_ROLES, type JoinRole } from '#lib/contract/people/applications.ts';
import { IMPORT_ROWS, type LeftRow, type NewRow } from '#lib/contract/people/imports.ts';
import { nameWithoutPeriods } from '#lib/contract/people/names.ts';
import { NameInput, PhoneInput } from '#lib/contract/people/profile.ts';
import { Email } from '#lib/contract/people/sign-in/auth.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { roleName } from '#lib/messages/names/role-names.ts';
import { runInLanguage, t } from '#lib/messages/t.ts';
import { fieldError, validationError } from '#lib/server/platform/errors.ts';
import { readSheet, type SheetRow } from '#lib/server/platform/read-csv.ts';
import {
  findTown,
  findTownsByName,
  nearTowns,
  plainWords,
  type Town,
} from '#lib/server/platform/towns/towns.ts';

/** What a column may have; several may have contacts. */
type Column = 'name' | 'first' | 'last' | 'role' | 'town' | 'province' | 'contact';

const TITLES: Record<Column, string> = {
  name: 'name|full name|complete name|member|pangalan|buong pangalan|miyembro',
  first: 'first name|firstname|given name|unang pangalan',
  last: 'last name|lastname|surname|family name|apelyido',
  role: 'role|type|account type|trabaho|gawain|hanapbuhay',
  town: 'town|municipality|city|town city|town or city|city municipality|bayan|munisipyo|lungsod|bayan lungsod',
  province: 'province|lalawigan|probinsya|probinsiya',
  contact:
    'email|e mail|email address|phone|phone number|mobile|mobile number|mobile no|cellphone|cellphone number|' +
    'cellphone no|cell phone|cp|cp number|cp no|contact|contact number|contact no|number|email or phone|phone or email|' +
    'log in phone|numero|telepono|selpon|email o phone|email o number',
};

const COLUMNS = new Map(
  Object.entries(TITLES).flatMap(([column, titles]) =>
    titles.split('|').map((title) => [title, column as Column] as const),
  ),
);

// Of a list without titles.
const ORDER: Column[] = ['name', 'role', 'town', 'contact', 'contact'];

const MIN_TITLES = 2;

/** @returns the columns by their titles; null when the first row is somebody */
function readTitles(row: SheetRow | undefined): (Column | undefined)[] | null {
  const columns = row?.cells.map((cell) => COLUMNS.get(plainWords(cell))) ?? [];
  return columns.filter(Boolean).length >= MIN_TITLES ? columns : null;
}

/** Other words for a role, beside its names. */
const ROLE_WORDS: Record<JoinRole, string> = {
  farmer: 'rice farmer|grower|magbubukid|nagtatanim',
  processor: 'bio waste|biowaste processor|tagaproseso|nagpoproseso',
  gleaner: 'gleaning|namumulot|tagapulot',
  feed: 'feed producer|feeds|livestock|livestock feed|pakain|nag aalaga ng hayop',
};

/** @returns each role by its key, its names in all languages, and other words for it */
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

// Before a last name: they are a part of it.
const PARTICLES = new Set(
  'de del dela delos delas la los las san santa santo sta sto st von van'.split(' '),
);
const SUFFIXES = new Set('jr sr ii iii iv v'.split(' '));

/** @returns how many words from the end are the last name */
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

/** What reading a cell found: a value, or the sentence that says how to repair it. */
type Read<T> = { value: T } | { sentence: string };

function readTown(typed: string, province: string): Read<string | null> {
  if (typed === '') return { value: null };
  const code = /\d{10}/.exec(typed)?.[0];
  if (code && findTown(code)) return { value: code };
  // `San Antonio, Zambales`, as the site writes it, or `San Antonio (Zambales)`.
  const [name = '', within = province] = typed
    .replace(')', '')
    .split(/[,(]/)
    .map((part) => part.trim());
  const found = findTownsByName(name, within || undefined);
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

/** What spreadsheets make of numbers: `="0917…"`, `'0917…`, `9171234567`, `9171234567.0`. */
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
  phone: z.nullable(PhoneInput.shape.phone_number),
});

const sentencesOf = (reads: Read<unknown>[]): string[] =>
  reads.flatMap((read) => ('sentence' in read ? read.sentence : []));

const withoutPeriods = (name: string): string => nameWithoutPeriods(name) ?? name;

function readName(
  cellOf: (column: Column) => string,
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

/** Reads a row. @returns who it is, or the sentences that say how to repair it */
function readRow({ line, cells }: SheetRow, columns: (Column | undefined)[]): NewRow | string[] {
  const cellsOf = (column: Column) =>
    cells.filter((cell, nth) => cell !== '' && columns[nth] === column);
  const cellOf = (column: Column) => cellsOf(column)[0] ?? '';
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

const MAX_TEXT = 60;

const beginning = ({ cells }: SheetRow): string => {
  const text = cells.filter(Boolean).join(' · ');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text;
};

/** By what somebody signs in, and is distinguished from others. */
export const loginOf = ({ email, phone }: Pick<NewRow, 'email' | 'phone'>): string =>
  email ?? phone ?? '';

/** @returns how a row that stays out begins, and why it does */
export type Leave = (row: Pick<NewRow, 'line'>, sentence: string) => LeftRow;

/**
 * Reads a list.
 * @returns who could come in, what is wrong, what is there twice, and how to say that a row stays out
 * @throws AppError import_too_long
 */
export function readList(list: string): {
  rows: NewRow[];
  wrong: LeftRow[];
  present: LeftRow[];
  leave: Leave;
} {
  const sheet = readSheet(list);
  const titles = readTitles(sheet[0]);
  // Before it is read: to look for the towns of thousands takes seconds.
  if (sheet.length > IMPORT_ROWS + Number(titles !== null))
    throw fieldError('list', 'import_too_long');
  const texts = new Map(sheet.map((row) => [row.line, beginning(row)]));
  const leave: Leave = ({ line }, sentence) => ({ line, text: texts.get(line) ?? '', sentence });
  const rows = new Map<string, NewRow>();
  const wrong: LeftRow[] = [];
  const present: LeftRow[] = [];
  for (const each of titles ? sheet.slice(1) : sheet) {
    const read = readRow(each, titles ?? ORDER);
    const before = Array.isArray(read) ? undefined : rows.get(loginOf(read));
    if (Array.isArray(read)) wrong.push(leave(each, read.join(' ')));
    else if (before) present.push(leave(each, t('import.twice', { line: before.line })));
    else rows.set(loginOf(read), read);
  }
  return { rows: [...rows.values()], wrong, present, leave };
}
