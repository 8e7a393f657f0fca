import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

interface Line {
  words: string;
  /** points */
  height: number;
  /** points above the page's lower edge */
  y: number;
}

// A heading is larger than the text, what stands at a page's foot smaller; a paragraph ends where the next line is
// further away than usual.
const LARGER = 1.15;
const SMALLER = 0.9;
const FURTHER = 1.35;

function toLines(items: TextItem[]): Line[] {
  const lines: Line[] = [];
  for (const { str, height, transform } of items) {
    const y = Math.round(transform[5] as number);
    const last = lines.at(-1);
    if (last && Math.abs(last.y - y) <= 1) last.words += str;
    else if (str.trim()) lines.push({ words: str, height, y });
  }
  return lines;
}

// What goes on upon the next page.
const UNFINISHED = /^(?!## ).*[^.:;!?)\u201d]$/s;

/** The value that stands in the middle. */
const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A word divided at a line's end keeps its hyphen: whether it has one of its own cannot be known. */
const joined = (before = '', after: string): string =>
  `${before}${before.endsWith('-') ? '' : ' '}${after.trim()}`;

function toParagraphs(lines: Line[]): string[] {
  const usual = middle(lines.map(({ height }) => height));
  const gaps = lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? 0) - y);
  const step = middle(gaps.filter((gap) => gap > 0));
  const paragraphs: string[] = [];
  for (const [at, { words, height }] of lines.entries()) {
    const isHeading = height > usual * LARGER;
    const gap = gaps[at - 1] ?? Number.POSITIVE_INFINITY;
    const goesOn = at > 0 && gap <= step * FURTHER && lines[at - 1]?.height === height;
    const last = paragraphs.length - 1;
    if (goesOn) paragraphs[last] = joined(paragraphs[last], words);
    else if (height < usual * SMALLER) continue;
    else paragraphs.push(isHeading ? `## ${words.trim()}` : words.trim());
  }
  return paragraphs;
}

/**
 * Reads the text of a PDF for those who cannot open one.
 * @returns it as `PolicyTable` wants it: blank lines part paragraphs, `## ` begins a heading
 * @throws what pdf.js throws for a damaged or locked file
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const text: string[] = [];
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    const lines = toLines(items.filter((item): item is TextItem => 'str' in item));
    const [first, ...rest] = toParagraphs(lines);
    const last = text.length - 1;
    if (first && UNFINISHED.test(text[last] ?? '.')) text[last] = joined(text[last], first);
    else if (first) text.push(first);
    text.push(...rest);
  }
  await pdf.loadingTask.destroy();
  return text.join('\n\n');
}
