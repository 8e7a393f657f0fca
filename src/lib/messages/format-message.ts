import type { Choice, Part } from './parse-message.ts';

/** What a message shows: numbers that are shown as more than digits are formatted before. */
export type Values = Readonly<Record<string, string | number>>;

const rules = new Map<string, Intl.PluralRules>();

function pluralOf(language: string, count: number): string {
  let found = rules.get(language);
  if (!found) rules.set(language, (found = new Intl.PluralRules(language)));
  return found.select(count);
}

function caseOf({ param, isPlural, cases }: Choice, values: Values, language: string): Part[] {
  const value = values[param] ?? '';
  const exact = cases[isPlural ? `=${value}` : value];
  const found = exact ?? (isPlural ? cases[pluralOf(language, Number(value))] : undefined);
  return found ?? cases['other'] ?? [];
}

function textOf(part: Part, values: Values, language: string): string {
  if (typeof part === 'string') return part;
  if ('cases' in part) return formatMessage(caseOf(part, values, language), values, language);
  return String(values[part.param]);
}

/** @returns a message with its values */
export function formatMessage(parts: Part[], values: Values, language: string): string {
  let text = '';
  for (const part of parts) text += textOf(part, values, language);
  return text;
}
