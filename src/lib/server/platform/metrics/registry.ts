import type { Family, Labels, Sample } from './family.ts';

/** The media type of the text format (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The text's last line. */
const END = '# EOF\n';

// A unit is the end of its family's name.
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

/** Formats a family and its values, a line each. */
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
