import { type Family, type FamilyOptions, type Labels, type Sample, SeriesMap } from './family.ts';

/** A number that only grows, from 0 when the process starts. */
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

  /** @returns the counter with these labels; from then on it is exposed, also with 0 */
  with(labels: Labels<L>): CounterSeries {
    return this.#series.get(labels);
  }

  collect(): Sample[] {
    return this.#series.toSamples((labels, { value }) => [{ suffix: '_total', labels, value }]);
  }
}

/** A counter that the operating system or a library counts. */
export class ReadCounterFamily implements Family {
  readonly type = 'counter';
  readonly options: FamilyOptions<never>;
  readonly #read: () => number;

  /** @param read returns the number so far, which never becomes less */
  constructor(options: FamilyOptions<never>, read: () => number) {
    this.options = options;
    this.#read = read;
  }

  collect(): Sample[] {
    return [{ suffix: '_total', labels: {}, value: this.#read() }];
  }
}
