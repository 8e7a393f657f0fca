import { extname } from 'node:path';

import ts from 'typescript';

/** A text in a source file, with its first line. */
interface VisibleText {
  line: number;
  text: string;
}

const PARTS_OF_TEMPLATE = new Set([
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
]);
const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ');
/** Whether a string is text for users, not a name. */
const hasWords = (text: string): boolean => /[\p{L}\p{N}]\s+\p{L}|^\p{Lu}\p{Ll}/u.test(text);

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  if (ts.isJsxText(node) || PARTS_OF_TEMPLATE.has(node.kind)) return true;
  return ts.isStringLiteralLike(node) && hasWords(node.text);
}

function textsOfScript(code: string, hasMarkup: boolean): VisibleText[] {
  const kind = hasMarkup ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile('x', code, ts.ScriptTarget.ESNext, false, kind);
  const found: VisibleText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (!isText(node)) return ts.forEachChild(node, visit);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ line: line + 1, text: node.text });
  };
  visit(source);
  return found;
}

/** A page as one module: frontmatter, then markup as JSX without scripts, styles and comments. */
function toModule(page: string): string {
  const end = /^---\n[^]*?\n---\n/.exec(page)?.[0].length ?? 0;
  const frontmatter = page.slice(0, end).replaceAll('---', '   ');
  const markup = page
    .slice(end)
    .replaceAll(/<(script|style)\b[^]*?<\/\1>|<!--[^]*?-->|<!doctype[^>]*>/gi, blank);
  return `${frontmatter};<>${markup}</>`;
}

/**
 * Lists the texts in a source file that users may read, without names and style classes.
 * @param path determines how the content is parsed
 */
export function listVisibleTexts(path: string, content: string): VisibleText[] {
  const extension = extname(path);
  if (extension === '.astro') return textsOfScript(toModule(content), true);
  if (extension === '.tsx') return textsOfScript(content, true);
  if (extension === '.ts') return textsOfScript(content, false);
  return content.split('\n').map((text, at) => ({ line: at + 1, text }));
}
