// A strict parser of OpenMetrics' text format (https://prometheus.io/docs/specs/om/open_metrics_spec/).

/** A value and its labels. */
interface ReadSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ReadFamily {
  type: string;
  unit: string;
  help: string;
  samples: ReadSample[];
}

const END = '# EOF\n';
const NAME = '[a-zA-Z_][a-zA-Z0-9_]*';
const TEXT = String.raw`(?:[^\n"\\]|\\[n"\\])*`;
const LABEL = `${NAME}="${TEXT}"`;
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+Inf|NaN`;
const DESCRIPTOR = new RegExp(`^# (TYPE|UNIT|HELP) (${NAME}) (${TEXT})$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (${NUMBER})$`);
const SUFFIXES: Record<string, string[]> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum'],
};

function check(isValid: boolean, problem: string): asserts isValid {
  if (!isValid) throw new Error(problem);
}

const unescape = (text: string) =>
  text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

const toNumber = (text: string) => (text === '+Inf' ? Infinity : Number(text));

function readLabels(text = ''): Record<string, string> {
  const found = Array.from(text.matchAll(new RegExp(`(${NAME})="(${TEXT})"`, 'g')));
  const names = found.map(([, name = '']) => name);
  check(new Set(names).size === names.length, `A label occurs twice: ${text}`);
  check(!names.some((name) => name.startsWith('__')), `A label is reserved: ${text}`);
  return Object.fromEntries(found.map(([, name, value = '']) => [name, unescape(value)]));
}

/**
 * Parses a descriptor line. A family begins with its type.
 * @param current the family of the previous line
 * @returns the line's family
 */
function readDescriptor(line: string, current: string, families: Map<string, ReadFamily>): string {
  const [, kind, name = '', text = ''] = DESCRIPTOR.exec(line) ?? [];
  check(kind !== undefined, `No description: ${line}`);
  const known = families.get(name);
  if (kind === 'TYPE') {
    check(!known, `A second family ${name}`);
    check(Object.hasOwn(SUFFIXES, text), `Unknown type: ${line}`);
    families.set(name, { type: text, unit: '', help: '', samples: [] });
    return name;
  }
  const isInPlace = name === current && known?.samples.length === 0;
  check(isInPlace, `A description without its type, or after its values: ${line}`);
  const key = kind === 'UNIT' ? 'unit' : 'help';
  check(known?.[key] === '' && text !== '', `A second or an empty ${kind}: ${line}`);
  check(kind === 'HELP' || name.endsWith(`_${text}`), `A name without its unit: ${line}`);
  known[key] = unescape(text);
  return name;
}

function readSample(line: string, current: string, families: Map<string, ReadFamily>): void {
  const [, name = '', labels, number = ''] = SAMPLE.exec(line) ?? [];
  check(name !== '', `No value: ${line}`);
  const family = families.get(current);
  check(family !== undefined, `A value before any type: ${line}`);
  const suffixes = SUFFIXES[family.type] ?? [];
  check(
    suffixes.some((suffix) => name === current + suffix),
    `Not a value of ${current}: ${line}`,
  );
  family.samples.push({ name, labels: readLabels(labels), value: toNumber(number) });
}

/** Names a series: the order of its labels does not matter. */
const keyOf = ({ name, labels }: ReadSample) =>
  [
    name,
    ...Object.entries(labels)
      .map(String)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ].join('\n');

function withoutBound({ labels }: ReadSample): string {
  const { le: _le, ...others } = labels;
  return keyOf({ name: '', labels: others, value: 0 });
}

/** Checks the buckets of a series: ascending, cumulative, and complete. */
function checkBuckets(name: string, samples: ReadSample[]): void {
  const of = (suffix: string) => samples.filter((sample) => sample.name === name + suffix);
  const buckets = of('_bucket').map(({ labels: { le = '' }, value }) => ({ le, value }));
  for (const { le } of buckets) check(/^(?:\d+\.\d+|\+Inf)$/.test(le), `A wrong bound: ${le}`);
  const bounds = buckets.map(({ le }) => toNumber(le));
  check(bounds.at(-1) === Infinity, `No bucket +Inf in ${name}`);
  check(
    bounds.every((bound, nth) => nth === 0 || bound > (bounds[nth - 1] ?? 0)),
    'Bounds descend',
  );
  const counts = buckets.map(({ value }) => value);
  check(
    counts.every((count, nth) => count >= (counts[nth - 1] ?? 0)),
    'Buckets are not cumulative',
  );
  const [count, sum] = [of('_count'), of('_sum')];
  check(count.length === 1 && sum.length === 1, `${name} needs one count and one sum`);
  check(count[0]?.value === counts.at(-1), `The count of ${name} is not that of all buckets`);
  check((sum[0]?.value ?? -1) >= 0, `A negative sum of ${name}`);
}

function checkFamily(name: string, { type, help, samples }: ReadFamily): void {
  check(help !== '', `${name} is not described`);
  check(new Set(samples.map(keyOf)).size === samples.length, `A series of ${name} occurs twice`);
  if (type !== 'gauge')
    for (const { value } of samples) check(value >= 0, `A negative value of ${name}: ${value}`);
  if (type !== 'histogram') return;
  for (const series of Map.groupBy(samples, withoutBound).values()) checkBuckets(name, series);
}

/**
 * Parses a whole text.
 * @returns the families by name
 * @throws Error for everything that a strict client rejects
 */
export function readOpenMetrics(text: string): Map<string, ReadFamily> {
  check(text.endsWith(`\n${END}`) || text === END, 'The end is missing');
  const families = new Map<string, ReadFamily>();
  let current = '';
  for (const line of text.slice(0, -END.length).split('\n').slice(0, -1)) {
    if (line.startsWith('#')) current = readDescriptor(line, current, families);
    else readSample(line, current, families);
  }
  for (const [name, family] of families) checkFamily(name, family);
  const names = [...families].flatMap(([name, { type }]) =>
    (SUFFIXES[type] ?? []).map((suffix) => name + suffix),
  );
  check(new Set(names).size === names.length, 'Two families have a name in common');
  return families;
}

/**
 * Finds one value.
 * @param name with its suffix, like `_total`
 * @param labels all of its labels
 * @returns undefined when there is none
 */
export function findValue(
  families: Map<string, ReadFamily>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const samples = [...families.values()].flatMap((family) => family.samples);
  const wanted = keyOf({ name, labels, value: 0 });
  return samples.find((sample) => keyOf(sample) === wanted)?.value;
}
