/** The value of each label of a series. */
type Labels<L extends string> = { readonly [Name in L]: string };

/** An exposed value. */
interface Sample {
  /** appended to the family's name */
  suffix: '' | '_total' | '_bucket' | '_count' | '_sum';
  labels: Labels<string>;
  value: number;
}

/** The description of a family. */
export interface FamilyOptions<L extends string> {
  /** without `_total`; ends with its unit, if any */
  name: string;
  /** what it measures, as in docs/operations.md */
  help: string;
  /** the names of its labels, each with few possible values */
  labels?: readonly L[];
}

/** A measurement, in series that differ in the values of their labels (OpenMetrics 1.0, "MetricFamily"). */
interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly options: FamilyOptions<string>;
  /**
   * Reads the current values.
   * @throws the database’s error when it is unavailable
   */
  collect(): Sample[] | Promise<Sample[]>;
}

/** The series of a family, one for each combination of values of its labels. */
class SeriesMap<L extends string, S> {
  readonly #names: readonly L[];
  readonly #create: () => S;
  readonly #series = new Map<string, { labels: Labels<L>; series: S }>();

  /** @param create makes an empty series */
  constructor(names: readonly L[], create: () => S) {
    this.#names = names;
    this.#create = create;
  }

  /** @returns the series with these labels; the first call creates it */
  get(labels: Labels<L>): S {
    const key = this.#names.map((name) => labels[name]).join('\n');
    const create = () => ({ labels, series: this.#create() });
    return this.#series.getOrInsertComputed(key, create).series;
  }

  /** @param read returns the samples of a series */
  toSamples(read: (labels: Labels<L>, series: S) => Sample[]): Sample[] {
    return [...this.#series.values()].flatMap(({ labels, series }) => read(labels, series));
  }
}

/** A number that only increases, from 0 at the start of the process. */
export class CounterSeries {
  #value = 0;

  get value(): number {
    return this.#value;
  }

  add(): void {
    this.#value += 1;
  }
}

/** Counts events. */
export class CounterFamily<L extends string = never> implements Family {
  readonly type = 'counter';
  readonly options: FamilyOptions<L>;
  readonly #series: SeriesMap<L, CounterSeries>;

  constructor(options: FamilyOptions<L>) {
    this.options = options;
    this.#series = new SeriesMap(options.labels ?? [], () => new CounterSeries());
  }

  /** @returns the counter with these labels, which is exposed from then on, even with 0 */
  with(labels: Labels<L>): CounterSeries {
    return this.#series.get(labels);
  }

  collect(): Sample[] {
    return this.#series.toSamples((labels, { value }) => [{ suffix: '_total', labels, value }]);
  }
}

/** A counter maintained by the operating system or a library. */
export class ReadCounterFamily implements Family {
  readonly type = 'counter';
  readonly options: FamilyOptions<never>;
  readonly #read: () => number;

  /** @param read returns the current count, which never decreases */
  constructor(options: FamilyOptions<never>, read: () => number) {
    this.options = options;
    this.#read = read;
  }

  collect(): Sample[] {
    return [{ suffix: '_total', labels: {}, value: this.#read() }];
  }
}

/** A current value with its labels. */
export type Reading<L extends string> = [labels: Labels<L>, value: number];

/** Values that go up and down. They are read only when the metrics are requested. */
export class GaugeFamily<L extends string = never> implements Family {
  readonly type = 'gauge';
  readonly options: FamilyOptions<L>;
  readonly #read: () => Reading<L>[] | Promise<Reading<L>[]>;

  /** @param read returns the current values; empty if this server does not have them */
  constructor(options: FamilyOptions<L>, read: () => Reading<L>[] | Promise<Reading<L>[]>) {
    this.options = options;
    this.#read = read;
  }

  async collect(): Promise<Sample[]> {
    return (await this.#read()).map(([labels, value]) => ({ suffix: '', labels, value }));
  }
}

/** Counts values by their size. */
export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** for each bucket alone; the last counts values above all bounds */
  readonly #counts: Float64Array;
  #sum = 0;

  /** @param bounds the largest value of each bucket, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  /** @param value at least 0 */
  observe(value: number): void {
    let bucket = 0;
    while (value > (this.#bounds[bucket] ?? Infinity)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  /** @returns the samples of OpenMetrics, whose buckets include the smaller ones */
  toSamples(labels: Labels<string>): Sample[] {
    let count = 0;
    const buckets = Array.from(this.#counts, (own, nth): Sample => {
      count += own;
      const le = formatBound(this.#bounds[nth] ?? Infinity);
      return { suffix: '_bucket', labels: { ...labels, le }, value: count };
    });
    const total: Sample = { suffix: '_count', labels, value: count };
    return [...buckets, total, { suffix: '_sum', labels, value: this.#sum }];
  }
}

/** The value of the label `le`: a whole number has a fraction (OpenMetrics 1.0, "Considerations: Canonical Numbers"). */
function formatBound(bound: number): string {
  if (bound === Infinity) return '+Inf';
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
}

/** Counts values by their size, in series. */
export class HistogramFamily<L extends string> implements Family {
  readonly type = 'histogram';
  readonly options: FamilyOptions<L>;
  readonly #series: SeriesMap<L, HistogramSeries>;

  /** @param bounds the largest value of each bucket, ascending */
  constructor(options: FamilyOptions<L>, bounds: readonly number[]) {
    this.options = options;
    this.#series = new SeriesMap(options.labels ?? [], () => new HistogramSeries(bounds));
  }

  /** @returns the histogram with these labels */
  with(labels: Labels<L>): HistogramSeries {
    return this.#series.get(labels);
  }

  collect(): Sample[] {
    return this.#series.toSamples((labels, series) => series.toSamples(labels));
  }
}

/** The media type of the text format (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The text's last line. */
const END = '# EOF\n';

// A unit is the suffix of its family's name.
const UNIT = /_(seconds|bytes)$/;

const escapeText = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`);

const formatValue = (value: number): string =>
  Math.abs(value) === Infinity ? `${value > 0 ? '+' : '-'}Inf` : String(value);

function formatLabels(labels: Labels<string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeText(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

/** Formats a family and its values, one per line. */
function formatFamily({ type, options }: Family, samples: Sample[]): string {
  const { name, help } = options;
  const unit = UNIT.exec(name)?.[1];
  const lines = [
    `# TYPE ${name} ${type}`,
    ...(unit ? [`# UNIT ${name} ${unit}`] : []),
    `# HELP ${name} ${escapeText(help)}`,
    ...samples.map(
      ({ suffix, labels, value }) =>
        `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

/** Called with the name of a family that could not be read. */
type OnError = (name: string, error: unknown) => void;

/** All families of a server. */
export class Registry {
  readonly #families: Family[] = [];

  get families(): readonly Family[] {
    return this.#families;
  }

  /**
   * Adds a family.
   * @throws Error when the name is already used
   */
  add<F extends Family>(family: F): F {
    const { name } = family.options;
    if (this.#families.some(({ options }) => options.name === name))
      throw new Error(`There are two metrics ${name}: rename one.`);
    this.#families.push(family);
    return family;
  }

  /**
   * Reads all families. One that cannot be read, as while the database is down, has no values.
   * @returns the metrics in the format of OpenMetrics
   */
  async expose(onError: OnError): Promise<string> {
    const families = this.#families.map(async (family) =>
      formatFamily(family, await collectOrReport(family, onError)),
    );
    return (await Promise.all(families)).join('') + END;
  }
}

async function collectOrReport(family: Family, onError: OnError): Promise<Sample[]> {
  try {
    return await family.collect();
  } catch (error) {
    onError(family.options.name, error);
    return [];
  }
}
