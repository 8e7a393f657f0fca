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

// No sentence ends here.
const UNFINISHED = /^(?!## ).*[^.:;!?)\u201d]$/s;

/** The value that stands in the middle. */
const middle = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A word divided at a line's end keeps its hyphen: whether it has one of its own cannot be known. */
const joined = (before = '', after: string): string =>
  `${before}${before.endsWith('-') ? '' : ' '}${after.trim()}`;

const gapsOf = (lines: Line[]): number[] =>
  lines.slice(1).map(({ y }, at) => (lines[at]?.y ?? 0) - y);

/** What most lines of a document have: how high they are, and how far below the one before. */
interface Usual {
  height: number;
  step: number;
}

const measure = (pages: Line[][]): Usual => ({
  height: middle(pages.flat().map(({ height }) => height)),
  step: middle(pages.flatMap(gapsOf).filter((gap) => gap > 0)),
});

function toParagraphs(lines: Line[], usual: Usual): string[] {
  const gaps = gapsOf(lines);
  const paragraphs: string[] = [];
  for (const [at, { words, height }] of lines.entries()) {
    const gap = gaps[at - 1] ?? Number.POSITIVE_INFINITY;
    const goesOn = gap <= usual.step * FURTHER && lines[at - 1]?.height === height;
    const last = paragraphs.length - 1;
    if (height < usual.height * SMALLER) continue;
    if (goesOn) paragraphs[last] = joined(paragraphs[last], words);
    else paragraphs.push(height > usual.height * LARGER ? `## ${words.trim()}` : words.trim());
  }
  return paragraphs;
}

/** Puts the pages together; what is unfinished at the end of one goes on upon the next. */
function together(pages: string[][]): string {
  const text: string[] = [];
  for (const [first, ...rest] of pages) {
    const last = text.length - 1;
    if (first && UNFINISHED.test(text[last] ?? '.')) text[last] = joined(text[last], first);
    else if (first) text.push(first);
    text.push(...rest);
  }
  return text.join('\n\n');
}

/**
 * Reads the text of a PDF for those who cannot open one.
 * @returns it as `PolicyTable` wants it: blank lines part paragraphs, `## ` begins a heading
 * @throws what pdf.js throws for a damaged or locked file
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages: Line[][] = [];
  for (let at = 1; at <= pdf.numPages; at += 1) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    pages.push(toLines(items.filter((item): item is TextItem => 'str' in item)));
  }
  await pdf.loadingTask.destroy();
  const usual = measure(pages);
  return together(pages.map((lines) => toParagraphs(lines, usual)));
}
