import { expect, test } from 'vitest';

import { describeInput } from '#layouts/forms/describe-input.ts';

const BESIDE = { hasHint: true, hasError: true, isFocused: false };

test('an input is described by its error and its hint', () => {
  const html = describeInput('<input id="day" name="day">', 'day', BESIDE);
  expect(html).toContain('id="day" aria-describedby="day-error day-hint" aria-invalid="true"');
});

test('a field whose input has another id fails when it is rendered', () => {
  expect(() => describeInput('<input id="date" name="day">', 'day', BESIDE)).toThrow(
    'No input with id="day"',
  );
});
