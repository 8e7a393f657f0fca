import { parse } from '@messageformat/parser';

/** A part of a message: text, a parameter, or what a parameter chooses. */
export type Part = string | { param: string } | Choice;

/** What a parameter chooses: by its plural category (or `=1`), or by its value. */
export interface Choice {
  param: string;
  isPlural: boolean;
  cases: Record<string, Part[]>;
}

type Tokens = ReturnType<typeof parse>;
type Token = Tokens[number] | { type: 'octothorpe' };

function toPart(token: Token, plural: string): Part {
  if (token.type === 'content') return token.value;
  if (token.type === 'argument') return { param: token.arg };
  if (token.type === 'octothorpe') return { param: plural };
  if (token.type === 'function' || token.type === 'selectordinal')
    throw new Error(`{${token.arg}, …}: format it before, with src/lib/messages/formats.ts.`);
  const { arg: param, type, cases } = token;
  const isPlural = type === 'plural';
  const inner = isPlural ? param : plural;
  const entries = cases.map(({ key, tokens }) => [key, tokens.map((each) => toPart(each, inner))]);
  return { param, isPlural, cases: Object.fromEntries(entries) };
}

/** @returns the plural categories of a language (CLDR) */
export const pluralsOf = (language: string): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories;

/**
 * Parses a message.
 * @param language whose plural categories it may have
 * @throws Error that says where its syntax is wrong
 */
export const parseMessage = (text: string, language: string): Part[] =>
  parse(text, { cardinal: pluralsOf(language) }).map((token) => toPart(token, ''));

/** A parameter of a message. */
export interface Param {
  name: string;
  kind: 'text' | 'count' | 'choice';
  /** what it chooses between, of a choice */
  values: string[];
}

const paramOf = (part: Exclude<Part, string>): Param => {
  if (!('cases' in part)) return { name: part.param, kind: 'text', values: [] };
  if (part.isPlural) return { name: part.param, kind: 'count', values: [] };
  return { name: part.param, kind: 'choice', values: Object.keys(part.cases) };
};

/** @returns a message's parameters, each once: what it chooses wins over where it is shown */
export function paramsOf(parts: Part[]): Param[] {
  const found = new Map<string, Param>();
  const add = (param: Param) => {
    if (param.kind !== 'text' || !found.has(param.name)) found.set(param.name, param);
  };
  for (const part of parts.filter((each) => typeof each !== 'string')) {
    add(paramOf(part));
    if ('cases' in part) Object.values(part.cases).flatMap(paramsOf).forEach(add);
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
