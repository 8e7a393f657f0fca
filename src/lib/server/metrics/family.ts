/** The value of each label of a series. */
export type Labels<L extends string> = { readonly [Name in L]: string };

/** One value, as it is exposed. */
export interface Sample {
  /** what follows the family's name */
  suffix: '' | '_total' | '_bucket' | '_count' | '_sum';
  labels: Labels<string>;
  value: number;
}

/** How a family is described. */
export interface FamilyOptions<L extends string> {
  /** without `_total`; ends in its unit, if it has one (openmetrics.ts) */
  name: string;
  /** what it measures, as in docs/operations.md */
  help: string;
  /** the names of its labels; each has few values, which the code knows */
  labels?: readonly L[];
}

/** What is measured, in series that differ in the values of their labels (OpenMetrics 1.0, "MetricFamily"). */
export interface Family {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly options: FamilyOptions<string>;
  /**
   * Reads the present values.
   * @throws the database’s error when it is unavailable
   */
  collect(): Sample[] | Promise<Sample[]>;
}

/** The series of a family, one for each combination of values of its labels. */
export class SeriesMap<L extends string, S> {
  readonly #names: readonly L[];
  readonly #create: () => S;
  readonly #series = new Map<string, { labels: Labels<L>; series: S }>();

  /** @param create makes a series that has counted nothing */
  constructor(names: readonly L[], create: () => S) {
    this.#names = names;
    this.#create = create;
  }

  /** @returns the series with these labels, a new one at first */
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
