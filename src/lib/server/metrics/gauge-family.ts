import type { Family, FamilyOptions, Labels, Sample } from './family.ts';

/** A value that is present now, and its labels. */
export type Reading<L extends string> = [labels: Labels<L>, value: number];

/** Values that go up and down. They are read when the metrics are requested, and not before. */
export class GaugeFamily<L extends string = never> implements Family {
  readonly type = 'gauge';
  readonly options: FamilyOptions<L>;
  readonly #read: () => Reading<L>[] | Promise<Reading<L>[]>;

  /** @param read returns the present values; none for what this server does not have */
  constructor(options: FamilyOptions<L>, read: () => Reading<L>[] | Promise<Reading<L>[]>) {
    this.options = options;
    this.#read = read;
  }

  async collect(): Promise<Sample[]> {
    return (await this.#read()).map(([labels, value]) => ({ suffix: '', labels, value }));
  }
}
