import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

// oxlint-disable-next-line import/no-named-as-default -- its types know the default alone
import PDFDocument from 'pdfkit';

import type { DemoPolicy } from '#demo/types.ts';

const fonts = join(import.meta.dirname, 'fonts');
const TEXT = join(fonts, 'source-serif.ttf');
const BOLD = join(fonts, 'source-serif-semibold.ttf');

// Points, 72 to the inch.
const MARGIN = { top: 72, right: 76, bottom: 84, left: 76 };
const FOOT_ABOVE_EDGE = 52;
const SIZE = { title: 26, note: 10.5, heading: 14, text: 11, foot: 9 };
const AIR = { line: 3.6, paragraph: 8, heading: 16 };
// A heading is never the last line of a page.
const HEADING_ROOM = 90;
const INK = '#1e2a1c';
const SOFT = '#56604f';
const LEAF = '#2c6a3a';

type Pdf = PDFKit.PDFDocument;

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const open = ({ title }: DemoPolicy): Pdf =>
  new PDFDocument({
    size: 'A4',
    margins: MARGIN,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: 'en-PH',
    pdfVersion: '1.7',
    info: { Title: title, Author: 'Glean co-operative' },
  });

function writeHead(pdf: Pdf, { title, updated }: DemoPolicy): void {
  const [head, note] = ['H1', 'P'].map((tag) => pdf.struct(tag));
  if (head && note) pdf.addStructure(head).addStructure(note);
  head?.add(() => pdf.font(BOLD).fontSize(SIZE.title).fillColor(LEAF).text(title));
  pdf.moveDown(0.3);
  note?.add(() =>
    pdf
      .font(TEXT)
      .fontSize(SIZE.note)
      .fillColor(SOFT)
      .text(`Glean co-operative. In force since ${date.format(new Date(updated))}.`),
  );
  head?.end();
  note?.end();
}

function writePiece(pdf: Pdf, tag: 'H2' | 'P', words: string): void {
  const isHeading = tag === 'H2';
  const room = pdf.page.height - MARGIN.bottom - pdf.y;
  if (isHeading && room < HEADING_ROOM) pdf.addPage();
  else pdf.y += isHeading ? AIR.heading : AIR.paragraph;
  const piece = pdf.struct(tag, {}, () =>
    pdf
      .font(isHeading ? BOLD : TEXT)
      .fontSize(isHeading ? SIZE.heading : SIZE.text)
      .fillColor(INK)
      .text(words, { lineGap: AIR.line }),
  );
  pdf.addStructure(piece);
  piece.end();
}

/** The foot of each page stands outside the text that is read aloud. */
function writeFeet(pdf: Pdf, { title }: DemoPolicy): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let at = start; at < start + count; at += 1) {
    pdf.switchToPage(at);
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf
      .font(TEXT)
      .fontSize(SIZE.foot)
      .fillColor(SOFT)
      .text(
        `${title}, page ${at + 1} of ${count}`,
        MARGIN.left,
        pdf.page.height - FOOT_ABOVE_EDGE,
        {
          width: pdf.page.width - MARGIN.left - MARGIN.right,
          align: 'center',
        },
      );
    pdf.endMarkedContent();
  }
}

/** @returns a legal document as a PDF on A4 pages, tagged for who has it read aloud */
export function policyPdf(policy: DemoPolicy): Promise<Buffer> {
  const pdf = open(policy);
  const bytes = buffer(pdf);
  writeHead(pdf, policy);
  for (const { heading, paragraphs } of policy.sections) {
    writePiece(pdf, 'H2', heading);
    for (const paragraph of paragraphs) writePiece(pdf, 'P', paragraph);
  }
  writeFeet(pdf, policy);
  pdf.end();
  return bytes;
}
