import type { Family, Labels, Sample } from './family.ts';

/** The media type of the text format (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export const OPENMETRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The text's last line. */
export const END = '# EOF\n';

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
export function formatFamily({ type, options }: Family, samples: Sample[]): string {
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
