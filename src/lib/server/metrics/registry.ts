import type { Family, Sample } from './family.ts';
import { END, formatFamily } from './openmetrics.ts';

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
   * @throws Error when another one has its name
   */
  add<F extends Family>(family: F): F {
    const { name } = family.options;
    if (this.#families.some(({ options }) => options.name === name))
      throw new Error(`There are two metrics ${name}: rename one.`);
    this.#families.push(family);
    return family;
  }

  /**
   * Reads all families. One that cannot be read, as while the database is away, has no values.
   * @returns the text in the format of OpenMetrics
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
