// The inline script of every page, and its hash for the content security policy.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { minifySync, transformWithOxc } from 'vite';

const PARTS = ['apply-display', 'defer-early-clicks', 'announce-popstate'];

interface InlineScript {
  code: string;
  hash: `sha256-${string}`;
}

/** Compiles a part as a function that is called at once, because classic scripts have no scope of their own. */
async function compile(name: string): Promise<string> {
  const path = fileURLToPath(new URL(`../../src/layouts/document/${name}.ts`, import.meta.url));
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path);
  return `(() => {${code}})();`;
}

/** Builds a classic script, which has no imports and runs before the page is parsed. */
export async function buildInlineScript(): Promise<InlineScript> {
  const parts = await Promise.all(PARTS.map(compile));
  const { code } = minifySync('inline.js', parts.join('\n'), { module: false });
  return { code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
}
