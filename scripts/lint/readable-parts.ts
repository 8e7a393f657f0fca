import { extname } from 'node:path';

import ts from 'typescript';

type Range = [start: number, end: number];

const TEXTS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.JsxText,
  ts.SyntaxKind.RegularExpressionLiteral,
]);

/** Blanks ranges, preserving line breaks. */
const blank = (text: string, ranges: Range[]): string =>
  ranges.reduce(
    (all, [start, end]) =>
      all.slice(0, start) + all.slice(start, end).replaceAll(/[^\n]/g, ' ') + all.slice(end),
    text,
  );

/** Blanks strings, regular expressions and JSX text. */
function withoutTexts(text: string): string {
  const source = ts.createSourceFile(
    'x.tsx',
    text,
    ts.ScriptTarget.ESNext,
    false,
    ts.ScriptKind.TSX,
  );
  const ranges: Range[] = [];
  const visit = (node: ts.Node): void => {
    if (TEXTS.has(node.kind)) ranges.push([node.getStart(source), node.end]);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return blank(text, ranges);
}

const onlyComments = (text: string): string => keep(text, /\/\*[^]*?\*\/|<!--[^]*?-->/g);

/** Blanks everything except matches. */
function keep(text: string, pattern: RegExp): string {
  const blanked = blank(text, [[0, text.length]]);
  return Array.from(text.matchAll(pattern)).reduce(
    (all, { 0: found, index }) => all.slice(0, index) + found + all.slice(index + found.length),
    blanked,
  );
}

/** The code of an Astro file's frontmatter and scripts, and the comments of its markup. */
function astroParts(text: string): string {
  const end = /^---\n[^]*?\n---\n/.exec(text)?.[0].length ?? 0;
  const frontmatter = withoutTexts(text.slice(0, end).replaceAll('---', '   '));
  const markup = text.slice(end);
  const scripts = keep(markup, /(?<=<script[^>]*>)[^]*?(?=<\/script>)/g);
  const code = withoutTexts(scripts);
  const comments = onlyComments(markup);
  return frontmatter + Array.from(code, (char, at) => (char.trim() ? char : comments[at])).join('');
}

/**
 * Blanks parts that checks of names and comments skip: strings, markup and style rules.
 * @returns text with the same lines
 */
export function readableParts(path: string, text: string): string {
  if (extname(path) === '.css') return onlyComments(text);
  return extname(path) === '.astro' ? astroParts(text) : withoutTexts(text);
}
