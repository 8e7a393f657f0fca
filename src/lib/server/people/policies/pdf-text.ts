import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

interface Line {
  text: string;
  /** in points */
  height: number;
  /** in points above the page's lower edge */
  y: number;
}

// Relative to most lines: headings are larger, footers smaller, and paragraphs are separated by larger gaps.
const HEADING_RATIO = 1.15;
const FOOTER_RATIO = 0.9;
const PARAGRAPH_GAP_RATIO = 1.35;

function toLines(items: TextItem[]): Line[] {
  const lines: Line[] = [];
  for (const { str, height, transform } of items) {
    const y = Math.round(transform[5] as number);
    const last = lines.at(-1);
    if (last && Math.abs(last.y - y) <= 1) last.text += str;
    else if (str.trim()) lines.push({ text: str, height, y });
  }
  return lines;
}

// A paragraph without final punctuation continues on the next page.
const UNFINISHED = /^(?!## ).*[^.:;!?)\u201d]$/s;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Keeps the hyphen at the end of a line, since it may belong to the word. */
const joinLines = (before = '', after: string): string =>
  `${before}${before.endsWith('-') ? '' : ' '}${after.trim()}`;

const gapsOf = (lines: Line[]): number[] =>
  lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? 0) - y);

/** The median line height and gap of a document. */
interface Typical {
  height: number;
  gap: number;
}

const measure = (pages: Line[][]): Typical => ({
  height: median(pages.flat().map(({ height }) => height)),
  gap: median(pages.flatMap(gapsOf).filter((gap) => gap > 0)),
});

function toParagraphs(lines: Line[], typical: Typical): string[] {
  const gaps = gapsOf(lines);
  const paragraphs: string[] = [];
  for (const [index, { text, height }] of lines.entries()) {
    const gap = gaps[index - 1] ?? Number.POSITIVE_INFINITY;
    const continues =
      gap <= typical.gap * PARAGRAPH_GAP_RATIO && lines[index - 1]?.height === height;
    const last = paragraphs.length - 1;
    if (height < typical.height * FOOTER_RATIO) continue;
    if (continues) paragraphs[last] = joinLines(paragraphs[last], text);
    else
      paragraphs.push(height > typical.height * HEADING_RATIO ? `## ${text.trim()}` : text.trim());
  }
  return paragraphs;
}

/** Joins the pages; an unfinished paragraph continues on the next one. */
function joinPages(pages: string[][]): string {
  const paragraphs: string[] = [];
  for (const [first, ...rest] of pages) {
    const last = paragraphs.length - 1;
    if (first && UNFINISHED.test(paragraphs[last] ?? '.'))
      paragraphs[last] = joinLines(paragraphs[last], first);
    else if (first) paragraphs.push(first);
    paragraphs.push(...rest);
  }
  return paragraphs.join('\n\n');
}

/**
 * Extracts the text of a PDF.
 * @returns the text of a `PolicyTable`: blank lines separate paragraphs, `## ` starts a heading
 * @throws the errors of pdf.js, for a damaged or locked file
 */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  const pages: Line[][] = [];
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    pages.push(toLines(items.filter((item): item is TextItem => 'str' in item)));
  }
  await pdf.loadingTask.destroy();
  const typical = measure(pages);
  return joinPages(pages.map((lines) => toParagraphs(lines, typical)));
}
