// Finds the uses of a list's columns: from titles in English or Filipino, or as staff state them.
import { IMPORT_COLUMNS, IMPORT_ROWS } from '#lib/contract/limits.ts';
import {
  columnLetter,
  type ColumnUse,
  type ImportList,
  type UnknownColumn,
} from '#lib/contract/people/imports.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import type { SheetRow } from '#lib/server/platform/read-csv.ts';
import { plainWords } from '#lib/server/platform/towns/towns.ts';

const TITLES: Record<ColumnUse, string> = {
  name:
    'name|full name|complete name|member|member name|name of member|farmer|farmer name|name of farmer|pangalan|' +
    'buong pangalan|miyembro',
  first: 'first name|firstname|given name|unang pangalan',
  last: 'last name|lastname|surname|family name|apelyido',
  role: 'role|type|account type|trabaho|gawain|hanapbuhay',
  town: 'town|municipality|city|town or city|bayan|munisipyo|lungsod|bayan lungsod',
  province: 'province|lalawigan|probinsya|probinsiya',
  contact:
    'email|e mail|email address|phone|phone no|phone number|mobile|mobile number|mobile no|mobile phone|cellphone|' +
    'cellphone number|cellphone no|cell phone|cell no|cp|cp number|cp no|contact|contact number|contact no|number|' +
    'email or phone|phone or email|log in phone|numero|telepono|selpon|email o phone|email o number',
  // Columns of the site's own export of members.
  none: 'account id|town code',
};

const USES = new Map(
  Object.entries(TITLES).flatMap(([use, titles]) =>
    titles.split('|').map((title) => [title, use as ColumnUse] as const),
  ),
);

const BRACKETS = /\([^)]*\)?|\[[^\]]*\]?/g;

/** @returns the use of a column by its title: `Town (City/Municipality)`, `*Name`, `City/Town` */
function useOf(title: string): ColumnUse | undefined {
  const words = title.replaceAll(BRACKETS, ' ');
  const uses = words.split(/[/|&]/).map((part) => USES.get(plainWords(part)));
  return USES.get(plainWords(words)) ?? (new Set(uses).size === 1 ? uses[0] : undefined);
}

const MIN_TITLES = 2;
// Further below, a row with two words that are also titles is a person.
const MAX_ABOVE = 20;

/** @returns the number of rows above the titles; -1 for a list without titles */
const findTitles = (sheet: SheetRow[]): number =>
  sheet
    .slice(0, MAX_ABOVE)
    .findIndex(({ cells }) => new Set(cells.map(useOf).filter(Boolean)).size >= MIN_TITLES);

// The order of columns in a list without titles.
const ORDER: ColumnUse[] = ['name', 'role', 'town', 'contact', 'contact'];

const MAX_VALUES = 3;

/** A list with the uses of its columns. */
export interface SheetOfPeople {
  /** rows above the titles, or that repeat them */
  above: SheetRow[];
  people: SheetRow[];
  uses: (ColumnUse | undefined)[];
  unknown: UnknownColumn[];
}

/** Separates the titles of a list, and the rows above them, from its people. */
function divide(sheet: SheetRow[]) {
  const at = findTitles(sheet);
  const titles = sheet[at]?.cells;
  const isTitles = ({ cells }: SheetRow) => cells.join('\n') === titles?.join('\n');
  const isAbove = (row: SheetRow, nth: number) => nth < at || (nth > at && isTitles(row));
  const isPerson = (row: SheetRow, nth: number) => nth > at && !isTitles(row);
  return { titles, above: sheet.filter(isAbove), people: sheet.filter(isPerson) };
}

/** The values of columns that are not empty, by index. */
function valuesByColumn(people: SheetRow[]): Map<number, Set<string>> {
  const columns = new Map<number, Set<string>>();
  for (const { cells } of people)
    for (const [nth, cell] of cells.entries())
      if (cell !== '') columns.getOrInsertComputed(nth, () => new Set()).add(cell);
  return columns;
}

/**
 * Finds the titles of a list, and the uses of its columns.
 * @param stated uses of columns with unknown titles, by letter
 */
export function readColumns(sheet: SheetRow[], stated: ImportList['columns']): SheetOfPeople {
  const { titles, above, people } = divide(sheet);
  // Checked before parsing: finding the towns of thousands of rows takes seconds.
  if (people.length > IMPORT_ROWS) throw fieldError('list', 'import_too_long');
  const columns = valuesByColumn(people);
  const width = Math.max(...columns.keys(), 0) + 1;
  if (width > IMPORT_COLUMNS) throw fieldError('list', 'import_too_wide');
  const known = titles ? titles.map(useOf) : ORDER;
  const unknown = [...columns]
    .filter(([nth]) => known[nth] === undefined)
    .toSorted(([one], [other]) => one - other)
    .map(([nth, values]) => ({
      column: columnLetter(nth),
      title: titles?.[nth] ?? '',
      values: [...values].slice(0, MAX_VALUES),
      use: stated[columnLetter(nth)] ?? null,
    }));
  const uses = Array.from({ length: width }, (_, nth) => known[nth] ?? stated[columnLetter(nth)]);
  return { above, people, uses, unknown };
}
