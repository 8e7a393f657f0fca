import { type Family, type FamilyOptions, type Labels, type Sample, SeriesMap } from './family.ts';

/** Counts values by their size. */
export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** of each bucket alone; the last one is of what is larger than all bounds */
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

  /** @returns the samples of OpenMetrics, whose buckets contain the smaller ones */
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
