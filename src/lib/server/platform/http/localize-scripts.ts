import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { SOURCE } from '#lib/messages/codes.ts';

const FOLDER = '/_astro/';
const SCRIPT = /(["'])\/_astro\/([\w.-]+\.js)\1/g;

/** The names of the scripts that the build made for each language except the source. */
const scripts = new Map<string, Set<string>>();

/**
 * Reads the names of the scripts that the build made for each language (scripts/build/message-scripts.ts).
 * @param client the served folder
 */
export function readLanguageScripts(client: string, languages: string[]): void {
  for (const language of languages.filter((each) => each !== SOURCE)) {
    const folder = join(client, FOLDER, language);
    if (existsSync(folder)) scripts.set(language, new Set(readdirSync(folder)));
  }
}

/** @returns a page that loads the scripts of its language */
export function localizeScripts(html: string, language: string): string {
  const own = scripts.get(language);
  if (!own) return html;
  return html.replaceAll(SCRIPT, (whole, quote: string, name: string) =>
    own.has(name) ? `${quote}${FOLDER}${language}/${name}${quote}` : whole,
  );
}
