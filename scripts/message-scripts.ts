// Puts the texts of messages into the scripts of pages, a folder for each language (docs/decisions/0085-messages.md).
import { hash } from 'node:crypto';

import { parseAst, type Plugin, type Rolldown } from 'vite';

import { catalogues } from '#lib/messages/catalogues.ts';
import { checkCatalogues } from '#lib/messages/check-catalogues.ts';
import { PSEUDO, SOURCE } from '#lib/messages/codes.ts';
import { formatMessage } from '#lib/messages/format-message.ts';
import { BUILT_LANGUAGES as LANGUAGES } from '#lib/messages/language-paths.ts';
import { type Choice, paramsOf, parseMessage, type Part } from '#lib/messages/parse-message.ts';
import { toPseudo } from '#lib/messages/pseudo.ts';
import { localesOf } from '#lib/messages/t.ts';

const OTHERS = LANGUAGES.filter((language) => language !== SOURCE);
const CATALOGUES = /\/src\/lib\/messages\/catalogues\.ts$/;
const T = /\/src\/lib\/messages\/t\.ts$/;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["'](?:[^"']*\/messages|\.)\/t\.ts["']/;
// Calls that stand for what differs between languages: what the bundler does not know, it neither moves nor changes.
const MARK = /\bT\$(?<name>[\w$]+)\$(?<hash>[\da-f]{8})\((?<end>\)?)/g;
const LOCALES = 'locales';
const LANGUAGE = 'language';
const STUB =
  'export const t = () => ""; export const intlLocales = t; export const currentLanguage = t;';

function partsOf(key: string, language: string): Part[] {
  const source = catalogues[SOURCE]?.[key] ?? '';
  if (language === PSEUDO) return toPseudo(parseMessage(source, SOURCE));
  const text = catalogues[language]?.[key];
  return parseMessage(text || source, text ? language : SOURCE);
}

const inTemplate = (text: string): string => text.replaceAll(/[\\`]|\$\{/g, String.raw`\$&`);

function choiceOf({ param, isPlural, cases }: Choice, language: string): string {
  const template = (parts: Part[] = []) =>
    `\`${parts.map((part) => templateOf(part, language)).join('')}\``;
  const { other, ...rest } = cases;
  if (isPlural && language === SOURCE && Object.keys(rest).join('') === 'one')
    return `d.${param}==1?${template(rest['one'])}:${template(other)}`;
  const isExact = (key: string) => isPlural && key.startsWith('=');
  const exact = Object.entries(rest).filter(([key]) => isExact(key));
  const named = Object.entries(rest).filter(([key]) => !isExact(key));
  const entries = named.map(([key, parts]) => `${JSON.stringify(key)}:${template(parts)}`);
  const chosen = isPlural ? `new Intl.PluralRules("${language}").select(d.${param})` : `d.${param}`;
  const found = `({${entries.join(',')}})[${chosen}]??${template(other)}`;
  return (
    exact.map(([key, parts]) => `d.${param}==${key.slice(1)}?${template(parts)}:`).join('') + found
  );
}

function templateOf(part: Part, language: string): string {
  if (typeof part === 'string') return inTemplate(part);
  return `\${${'cases' in part ? choiceOf(part, language) : `d.${part.param}`}}`;
}

/** @returns a message as JavaScript: a string, or a function of what it shows */
export function toScript(key: string, language: string): string {
  const parts = partsOf(key, language);
  const isPlain = paramsOf(partsOf(key, SOURCE)).length === 0;
  if (isPlain) return JSON.stringify(formatMessage(parts, {}, language));
  return `(d=>\`${parts.map((part) => templateOf(part, language)).join('')}\`)`;
}

// The names of files are hashes of what is in them, also of the texts.
const hashOf = (name: string): string =>
  hash('sha256', LANGUAGES.map((language) => expandMark(name, language)).join('\0'), 'hex').slice(
    0,
    8,
  );

function expandMark(name: string, language: string): string {
  if (name === LANGUAGE) return JSON.stringify(language);
  if (name === LOCALES)
    return language === SOURCE ? '(e=>e)' : `(()=>${JSON.stringify(localesOf(language, SOURCE))})`;
  return toScript(name.replaceAll('$', '.'), language);
}

/** @returns a script with the texts of a language in the place of its marks */
const expand = (code: string, language: string): string =>
  code.replaceAll(MARK, (_, name: string, _hash: string, end: string) => {
    const text = expandMark(name, language);
    return text.startsWith('(') ? `${text}(${end}` : text;
  });

interface Call {
  start: number;
  name: string;
  /** where its arguments begin */
  args: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: Node;
  name?: string;
  value?: unknown;
  arguments?: Node[];
}

/** @returns every call of functions of these names */
function callsIn(node: unknown, names: string[], found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const each of node) callsIn(each, names, found);
  else if (node && typeof node === 'object') {
    const { type, callee } = node as Node;
    if (type === 'CallExpression' && names.includes(callee?.name ?? '')) found.push(node as Node);
    for (const value of Object.values(node))
      if (value && typeof value === 'object') callsIn(value, names, found);
  }
  return found;
}

function toCall({ callee, arguments: [first, second] = [], start, end }: Node): Call {
  if (callee?.name === 'currentLanguage') return { start, name: LANGUAGE, args: end - 1 };
  if (callee?.name === 'intlLocales') return { start, name: LOCALES, args: first?.start ?? end };
  const key = String(first?.value);
  if (!Object.hasOwn(catalogues[SOURCE] ?? {}, key))
    throw new Error(`No message “${key}” in ${SOURCE}.json.`);
  return { start, name: key.replaceAll('.', '$'), args: second?.start ?? end - 1 };
}

/** @returns a script with marks in the place of its calls of `t.ts` */
export function markCalls(code: string): string {
  const names =
    IMPORT.exec(code)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? [];
  if (names.length === 0) return code;
  let marked = code;
  const calls = callsIn(parseAst(code), names).map((call) => toCall(call));
  for (const { start, name, args } of calls.toSorted((a, b) => b.start - a.start))
    marked = `${marked.slice(0, start)}/*@__PURE__*/T$${name}$${hashOf(name)}(${marked.slice(args)}`;
  return marked;
}

type Bundle = Rolldown.OutputBundle;

/** @returns the scripts that differ between languages: those with texts, and those that load them */
function localizedScripts(bundle: Bundle): Set<string> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = new Set(
    chunks.filter(({ code }) => code.search(MARK) !== -1).map(({ fileName }) => fileName),
  );
  let size = -1;
  while (size !== found.size) {
    size = found.size;
    for (const { fileName, imports, dynamicImports } of chunks)
      if ([...imports, ...dynamicImports].some((each) => found.has(each))) found.add(fileName);
  }
  return found;
}

const FOLDER = '_astro/';
const BESIDE = /(["'`])\.\/([\w.-]+\.js)\1/g;
const PRELOADED = /(["'`])_astro\/([\w.-]+\.js)\1/g;

/** @returns a script of a language: what is the same in all is one folder above */
const moveInto = (code: string, language: string, localized: Set<string>): string =>
  code
    .replaceAll(BESIDE, (whole, quote: string, name: string) =>
      localized.has(FOLDER + name) ? whole : `${quote}../${name}${quote}`,
    )
    .replaceAll(PRELOADED, (whole, quote: string, name: string) =>
      localized.has(FOLDER + name) ? `${quote}${FOLDER}${language}/${name}${quote}` : whole,
    );

/** Adds the scripts of the other languages beside those of the source, in which the marks are replaced. */
function addLanguages(bundle: Bundle, emit: (fileName: string, source: string) => void): void {
  const localized = localizedScripts(bundle);
  for (const fileName of localized) {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk') continue;
    for (const language of fileName.startsWith(FOLDER) ? OTHERS : []) {
      const script = moveInto(expand(chunk.code, language), language, localized);
      emit(fileName.replace(FOLDER, `${FOLDER}${language}/`), script);
    }
    chunk.code = expand(chunk.code, SOURCE);
  }
}

/** In development, a script has the texts of all languages. */
const chooseAtRuntime = (code: string): string =>
  code.replaceAll(MARK, (_, name: string, _hash: string, end: string) => {
    const texts = [...new Set([...LANGUAGES, ...Object.keys(catalogues)])].map(
      (each) => `${JSON.stringify(each)}:${expandMark(name, each)}`,
    );
    const chosen = `({${texts.join(',')}})[document.documentElement.lang]`;
    return expandMark(name, SOURCE).startsWith('(') ? `${chosen}(${end}` : chosen;
  });

/** Gives each language its own scripts; those of the source keep their place. */
export function messageScripts(): Plugin {
  let isBuild = true;
  return {
    name: 'message-scripts',
    enforce: 'post',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    buildStart() {
      const problems = checkCatalogues(catalogues);
      if (problems.length > 0) this.error(problems.join('\n'));
    },
    load(id) {
      const isBrowser = this.environment.name === 'client';
      if (isBrowser && T.test(id)) return STUB;
      if (isBuild && !isBrowser && CATALOGUES.test(id))
        return `export const catalogues = ${JSON.stringify(catalogues)};`;
      return undefined;
    },
    transform(code) {
      if (this.environment.name !== 'client' || !IMPORT.test(code)) return undefined;
      const marked = markCalls(code);
      return { code: isBuild ? marked : chooseAtRuntime(marked), map: null };
    },
    // After the bundler has written which files each import needs.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        addLanguages(bundle, (fileName, source) =>
          this.emitFile({ type: 'asset', fileName, source }),
        );
      },
    },
  };
}
