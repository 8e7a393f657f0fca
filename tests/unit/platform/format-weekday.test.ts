import { expect, test } from 'vitest';

import { formatWeekday } from '#lib/messages/format-weekday.ts';
import { runInLanguage } from '#lib/messages/t.ts';

const inLanguage = (language: string) => runInLanguage(language, () => formatWeekday('2026-11-28'));

test('a weekday is short in English, and has its full name in Filipino', () => {
  expect(inLanguage('en')).toBe('Sat 28 Nov');
  expect(inLanguage('fil')).toBe('Sabado, Nob 28');
});
