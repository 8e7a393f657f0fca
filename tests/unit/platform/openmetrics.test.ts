// The text format of the metrics, and the parser that tests use for it.
import { expect, test } from 'vitest';

import {
  CounterFamily,
  GaugeFamily,
  HistogramFamily,
  Registry,
} from '#lib/server/platform/metrics/registry.ts';
import { findValue, readOpenMetrics } from '#tests/support/site/openmetrics.ts';

const expose = (registry: Registry) => registry.expose(() => expect.unreachable());

test('counters, gauges and histograms are exposed in the format', async () => {
  const registry = new Registry();
  const counter = registry.add(
    new CounterFamily({ name: 'sacks', help: 'sacks', labels: ['kind'] }),
  );
  for (const kind of ['rice', 'rice', 'corn']) counter.with({ kind }).add();
  registry.add(new GaugeFamily({ name: 'free_bytes', help: 'room' }, () => [[{}, 1.5]]));
  const options = { name: 'wait_seconds', help: 'time', labels: ['to'] as const };
  const histogram = registry.add(new HistogramFamily(options, [0.25, 1]));
  for (const value of [0.25, 0.5, 7]) histogram.with({ to: 'x' }).observe(value);
  expect(await expose(registry)).toBe(`# TYPE sacks counter
# HELP sacks sacks
sacks_total{kind="rice"} 2
sacks_total{kind="corn"} 1
# TYPE free_bytes gauge
# UNIT free_bytes bytes
# HELP free_bytes room
free_bytes 1.5
# TYPE wait_seconds histogram
# UNIT wait_seconds seconds
# HELP wait_seconds time
wait_seconds_bucket{to="x",le="0.25"} 1
wait_seconds_bucket{to="x",le="1.0"} 2
wait_seconds_bucket{to="x",le="+Inf"} 3
wait_seconds_count{to="x"} 3
wait_seconds_sum{to="x"} 7.75
# EOF
`);
});

test('texts are escaped, and a client reads them unchanged', async () => {
  const registry = new Registry();
  const odd = 'a "quoted"\n\\n line';
  const counter = new CounterFamily({ name: 'odd', help: odd, labels: ['text'] });
  registry.add(counter).with({ text: odd }).add();
  const families = readOpenMetrics(await expose(registry));
  expect(families.get('odd')?.help).toBe(odd);
  expect(findValue(families, 'odd_total', { text: odd })).toBe(1);
});

test('a family that cannot be read has no values, unlike the others', async () => {
  const registry = new Registry();
  const error = new Error('away');
  registry.add(new GaugeFamily({ name: 'size', help: 'x' }, () => Promise.reject(error)));
  registry.add(new GaugeFamily({ name: 'count', help: 'x' }, () => [[{}, 1]]));
  const failed: unknown[] = [];
  const families = readOpenMetrics(await registry.expose((...each) => failed.push(each)));
  expect(families.get('size')?.samples).toEqual([]);
  expect(findValue(families, 'count')).toBe(1);
  expect(failed).toEqual([['size', error]]);
});

test('two families cannot have the same name', () => {
  const registry = new Registry();
  registry.add(new CounterFamily({ name: 'sacks', help: 'x' }));
  expect(() => registry.add(new CounterFamily({ name: 'sacks', help: 'y' }))).toThrow('sacks');
});

const BUCKETS = `# TYPE a histogram
# HELP a x
a_bucket{le="1.0"} 2
a_bucket{le="+Inf"} 3
a_count 3
a_sum 4
# EOF
`;

test('the reader accepts correct texts', () => {
  expect(findValue(readOpenMetrics(BUCKETS), 'a_bucket', { le: '1.0' })).toBe(2);
});

test.each([
  ['no end', '# TYPE a gauge\n# HELP a x\na 1\n'],
  ['something after the end', '# EOF\n\n'],
  ['an empty line', '# TYPE a gauge\n# HELP a x\n\na 1\n# EOF\n'],
  ['no type', 'a 1\n# EOF\n'],
  ['no description', '# TYPE a gauge\na 1\n# EOF\n'],
  ['a family twice', '# TYPE a gauge\n# HELP a x\n# TYPE a gauge\n# EOF\n'],
  ['a description of another family', '# TYPE a gauge\n# TYPE b gauge\n# HELP a x\n# EOF\n'],
  ['a counter without _total', '# TYPE a counter\n# HELP a x\na 1\n# EOF\n'],
  ['a negative counter', '# TYPE a counter\n# HELP a x\na_total -1\n# EOF\n'],
  ['a unit that is not in the name', '# TYPE a gauge\n# UNIT a bytes\n# HELP a x\n# EOF\n'],
  ['a series twice', '# TYPE a gauge\n# HELP a x\na{b="1"} 1\na{b="1"} 2\n# EOF\n'],
  ['a label twice', '# TYPE a gauge\n# HELP a x\na{b="1",b="2"} 1\n# EOF\n'],
  ['an open quote', '# TYPE a gauge\n# HELP a x\na{b="1} 1\n# EOF\n'],
  ['a value that is no number', '# TYPE a gauge\n# HELP a x\na none\n# EOF\n'],
  ['no bucket +Inf', BUCKETS.replace('a_bucket{le="+Inf"} 3\n', '')],
  ['buckets that are not cumulative', BUCKETS.replace('"+Inf"} 3', '"+Inf"} 1')],
  ['another count', BUCKETS.replace('a_count 3', 'a_count 4')],
  ['a bound without its fraction', BUCKETS.replace('"1.0"', '"1"')],
  ['bounds that descend', BUCKETS.replace('a_count', 'a_bucket{le="0.5"} 3\na_count')],
])('the reader rejects %s', (_, text) => {
  expect(() => readOpenMetrics(text)).toThrow(Error);
});
