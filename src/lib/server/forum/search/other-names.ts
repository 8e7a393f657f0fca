import {
  materialNames,
  materialsNamed,
  toNameWords,
} from '#lib/contract/exchange/materials/material-names.ts';
import { type MaterialKey, MATERIALS } from '#lib/contract/exchange/materials/materials.ts';
import {
  anyOf,
  exactTerm,
  type Expression,
  parseSearchWords,
  prefixTerm,
} from '#lib/server/forum/text-search/search-words.ts';
import {
  findTownsByName,
  listTowns,
  townNames,
  townsOfProvince,
} from '#lib/server/platform/towns/towns.ts';

import sameWords from './same-words.json' with { type: 'json' };

/** What a name in a search also finds. */
export interface OtherNames {
  /** the words of each other name, in the singular */
  names: string[][];
  /** the matching listing; null when no listing has such a thing */
  listing: Expression | null;
  /**
   * how such a listing matches a search: by the `material`, which is the best match; by the `place`; or by `more` than
   * the name, so that the text must contain the name, too
   */
  says: 'material' | 'place' | 'more';
}

// The codes of a province's towns start with it.
const PROVINCE_DIGITS = 5;
const PROVINCES = [...new Set(listTowns().map(({ province }) => province))];

const keyOf = (name: string) => toNameWords(name).join(' ');

// Kinds of a material, crops and animals: narrower than a material's names, or part of many.
const sameWordsByName = new Map(
  sameWords.flatMap((names) => names.map((name) => [keyOf(name), names] as const)),
);

/** Omits names that contain all words of another: they match nothing more. */
function withoutLonger(names: string[][]): string[][] {
  const sets = new Map(names.map((words) => [words.join(' '), new Set(words)]));
  const isLonger = (words: Set<string>) =>
    sets.values().some((other) => other.size < words.size && other.isSubsetOf(words));
  return [...sets.values()].filter((words) => !isLonger(words)).map((words) => Array.from(words));
}

const toNames = (names: string[]): string[][] =>
  withoutLonger(names.map(toNameWords).filter((words) => words.length > 0));

/** @returns a listing of any of the materials; null for none */
function listedAsAny(name: string): Expression | null {
  const materials = materialsNamed(name);
  return materials.length > 0 ? anyOf(materials.map(listedAs)) : null;
}

function otherWords(name: string): OtherNames | null {
  const names = sameWordsByName.get(keyOf(name));
  if (!names) return null;
  return { names: toNames(names), listing: listedAsAny(name), says: 'more' };
}

function otherMaterialNames(name: string): OtherNames | null {
  const materials = materialsNamed(name);
  if (materials.length === 0) return null;
  const names = toNames(materials.flatMap(materialNames));
  return { names, listing: listedAsAny(name), says: 'material' };
}

function otherTownNames(name: string): OtherNames | null {
  const towns = findTownsByName(name);
  const province = townsOfProvince(name).map(({ code }) => code.slice(0, PROVINCE_DIGITS));
  const codes = [...new Set([...province, ...towns.map(({ code }) => code)])];
  if (codes.length === 0) return null;
  const listing = anyOf(codes.map(listedIn));
  return { names: toNames(towns.flatMap(townNames)), listing, says: 'place' };
}

// In Tagalog, this suffix joins a word that ends in a vowel to the next one: `libreng dayami`.
const LINKED = /(?<=[aeiou])ng$/;

const findExactly = (name: string) =>
  otherWords(name) ?? otherMaterialNames(name) ?? otherTownNames(name);

/**
 * Finds the other names of a word, or of a group of words.
 * @param name lower case, without accents; it must be a whole name
 */
export const findOtherNames = (name: string): OtherNames | null =>
  findExactly(name) ?? (LINKED.test(name) ? findExactly(name.replace(LINKED, '')) : null);

const plainWords = (name: string) => parseSearchWords(name).map(({ word }) => word);

/** All words of all names; none of them is treated as misspelled. */
export const NAME_WORDS: ReadonlySet<string> = new Set([
  ...sameWords.flat().flatMap(plainWords),
  ...MATERIALS.flatMap(materialNames).flatMap(plainWords),
  ...listTowns().flatMap(townNames).flatMap(plainWords),
  ...PROVINCES.flatMap(plainWords),
]);

// As in migrations/0001-baseline/listing-words.ts: words of the index that no search contains.
const MARK = '\u{e000}';
const townMark = (code: string) => `${MARK}t${code}`;
const materialMark = (material: string) => `${MARK}m${material.replaceAll('-', '')}${MARK}`;

/**
 * A listing in a town.
 * @param code of the town, or the common prefix of those of a province
 */
const listedIn = (code: string): Expression => prefixTerm(townMark(code));

/** A listing of a material. */
const listedAs = (material: MaterialKey): Expression => exactTerm(materialMark(material));

/** @returns the words of the index that say where and what a listing is */
export const listingMarks = ({ town, material }: { town: string; material: string }): string[] => [
  townMark(town),
  materialMark(material),
];

/** A listing of any material. */
export const LISTED = prefixTerm(`${MARK}m`);

/** A listing that is closed. */
export const GONE = exactTerm(`${MARK}gone`);
