import type { Catalogue } from './catalogues.ts';
import { READ_BY, SOURCE } from './codes.ts';
import { type Param, paramsOf, parseMessage, type Part, pluralsOf } from './parse-message.ts';
import { splitTags } from './tags.ts';

const KEY = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/;

// Translators write the cases in any order.
const describe = (params: Param[]): string =>
  params.map(({ name, kind, values }) => [name, kind, ...values.toSorted()].join(' ')).join(', ');

const tagsOf = (text: string): string =>
  splitTags(text)
    .flatMap(({ tag }) => tag ?? [])
    .toSorted()
    .join(', ');

/** @returns the choices in a message that lack a case */
const incomplete = (parts: Part[], wanted: string[]): boolean =>
  parts.some((part) => {
    if (typeof part === 'string' || !('cases' in part)) return false;
    const cases = part.isPlural ? wanted : ['other'];
    return (
      cases.some((each) => !part.cases[each]) ||
      Object.values(part.cases).some((each) => incomplete(each, wanted))
    );
  });

function problemOf(text: string, source: string, language: string): string | undefined {
  const parts = parseMessage(text, language);
  const [is, should] = [
    describe(paramsOf(parts)),
    describe(paramsOf(parseMessage(source, SOURCE))),
  ];
  if (is !== should) return `has the parameters “${is}” instead of “${should}”`;
  if (tagsOf(text) !== tagsOf(source)) return `has other tags than “${source}”`;
  if (incomplete(parts, pluralsOf(language)))
    return `needs the cases ${pluralsOf(language).join(', ')}`;
  return undefined;
}

function problemWith(key: string, text: string, source: string | undefined, language: string) {
  if (!KEY.test(key)) return 'is no key like area.what';
  if (key === READ_BY) return undefined;
  if (source === undefined) return 'is not in the source';
  try {
    return problemOf(text, source, language);
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}

function problemsIn(language: string, catalogue: Catalogue, source: Catalogue): string[] {
  const keys = Object.keys(catalogue);
  const problems = Object.entries(catalogue).flatMap(([key, text]) => {
    const problem = problemWith(key, text, source[key], language);
    return problem ? [`${key} ${problem}`] : [];
  });
  const unsorted = keys.find((key, at) => at > 0 && key < (keys[at - 1] ?? ''));
  if (unsorted) problems.push(`${unsorted} is not in its alphabetical place`);
  return problems.map((problem) => `${language}.json: ${problem}.`);
}

/** @returns what is wrong in the catalogues, a line each: syntax, keys, parameters, tags, plurals */
export const checkCatalogues = (all: Readonly<Record<string, Catalogue>>): string[] =>
  Object.entries(all).flatMap(([language, catalogue]) =>
    problemsIn(language, catalogue, all[SOURCE] ?? {}),
  );
