import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SOURCE } from '#lib/messages/codes.ts';

const FOLDER = '/_astro/';
const SCRIPT = /(["'])\/_astro\/([\w.-]+\.js)\1/g;

/** What a built site has: the scripts of each language but the source, by name. */
const scripts = new Map<string, Set<string>>();

/**
 * Reads which scripts the build made for each language (scripts/build/message-scripts.ts).
 * @param client the folder that is served
 */
export function readLanguageScripts(client: string, languages: string[]): void {
  for (const language of languages.filter((each) => each !== SOURCE)) {
    const folder = join(client, FOLDER, language);
    if (existsSync(folder)) scripts.set(language, new Set(readdirSync(folder)));
  }
}

/** @returns a page with the scripts of its language */
export function localizeScripts(html: string, language: string): string {
  const own = scripts.get(language);
  if (!own) return html;
  return html.replaceAll(SCRIPT, (whole, quote: string, name: string) =>
    own.has(name) ? `${quote}${FOLDER}${language}/${name}${quote}` : whole,
  );
}

/** Gives the pages that the build made for other languages the scripts of theirs. @param client the folder that is served */
export function localizeBuiltPages(client: string, languages: string[]): void {
  readLanguageScripts(client, languages);
  for (const language of languages.filter((each) => each !== SOURCE))
    for (const page of globSync(`${language}/**/*.html`, { cwd: client })) {
      const path = join(client, page);
      writeFileSync(path, localizeScripts(readFileSync(path, 'utf8'), language));
    }
}
