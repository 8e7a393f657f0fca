// Puts the texts of messages into the scripts of pages, with a folder per language (docs/decisions/0085-messages.md).
import { hash } from 'node:crypto';

import { parseAst, type Plugin, type Rolldown } from 'vite';

import { BUILT_LANGUAGES as LANGUAGES } from '#lib/messages/built-languages.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { checkCatalogues } from '#lib/messages/check-catalogues.ts';
import { PSEUDO, SOURCE } from '#lib/messages/codes.ts';
import { formatMessage } from '#lib/messages/format-message.ts';
import { type Choice, paramsOf, parseMessage, type Part } from '#lib/messages/parse-message.ts';
import { toPseudo } from '#lib/messages/pseudo.ts';
import { localesOf } from '#lib/messages/t.ts';

const OTHERS = LANGUAGES.filter((language) => language !== SOURCE);
const CATALOGUES = /\/src\/lib\/messages\/catalogues\.ts$/;
const T = /\/src\/lib\/messages\/t\.ts$/;
// Matches imports of `t.ts`; type imports are already removed.
const SOURCE_OF_T = /^(?:[^"']*\/messages|\.)\/t\.ts$/;
const MENTION = /\/t\.ts["']/;
const CALLED = ['t', 'intlLocales', 'currentLanguage'];
// Marks in place of localized texts: calls of unknown functions, which the bundler neither moves nor changes.
const MARK = /\bT\$(?<name>[\w$]+)\$(?<hash>[\da-f]{8})\((?<end>\)?)/g;
const LOCALES = 'locales';
const LANGUAGE = 'language';
// Must be gone once each call has its mark (`rejectRemainingCalls`).
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

/** Compiles a message to JavaScript: a string, or a function of its parameters. */
export function toScript(key: string, language: string): string {
  const parts = partsOf(key, language);
  const isPlain = paramsOf(partsOf(key, SOURCE)).length === 0;
  if (isPlain) return JSON.stringify(formatMessage(parts, {}, language));
  return `(d=>\`${parts.map((part) => templateOf(part, language)).join('')}\`)`;
}

// File names are hashes of the content, including the texts.
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

/** Replaces the marks of a script with the texts of a language. */
const expand = (code: string, language: string): string =>
  code.replaceAll(MARK, (_, name: string, _hash: string, end: string) => {
    const text = expandMark(name, language);
    return text.startsWith('(') ? `${text}(${end}` : text;
  });

interface Call {
  start: number;
  name: string;
  /** offset of its arguments */
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
  source?: Node;
  specifiers?: Node[];
  imported?: Node;
  local?: Node;
  key?: Node;
  property?: Node;
  computed?: boolean;
  shorthand?: boolean;
}

function nodesIn(node: unknown, isWanted: (node: Node) => boolean, found: Node[] = []): Node[] {
  if (Array.isArray(node)) for (const each of node) nodesIn(each, isWanted, found);
  else if (node && typeof node === 'object') {
    if (isWanted(node as Node)) found.push(node as Node);
    for (const value of Object.values(node))
      if (value && typeof value === 'object') nodesIn(value, isWanted, found);
  }
  return found;
}

const isOfT = ({ source }: Node): boolean => SOURCE_OF_T.test(String(source?.value));

/**
 * Finds the local names of the functions of `t.ts` in a script.
 * @throws Error for other kinds of imports, whose calls would not be found
 */
function importsOf(program: unknown): Map<string, string> {
  const names = new Map<string, string>();
  for (const { type, specifiers = [] } of nodesIn(program, isOfT)) {
    const taken = specifiers.map(({ imported, local }) => [local?.name, imported?.name] as const);
    if (type !== 'ImportDeclaration' || taken.some(([, name = '']) => !CALLED.includes(name)))
      throw new Error(`Scripts of pages can only import { ${CALLED.join(', ')} } from t.ts.`);
    for (const [local = '', name = ''] of taken) names.set(local, name);
  }
  return names;
}

/** @throws Error when a function is used without being called: such a use would produce no text */
function rejectOtherUses(program: unknown, names: Map<string, string>, calls: Node[]): void {
  const others = nodesIn(program, ({ type }) => type !== 'Identifier');
  const keyed = others.filter(({ computed, shorthand }) => !computed && !shorthand);
  const known = [
    ...others.flatMap(({ imported, local }) => [imported, local]),
    ...keyed.flatMap(({ key, property }) => [key, property]),
    ...calls.map(({ callee }) => callee),
  ];
  const places = new Set(known.map((node) => node?.start));
  const isOther = ({ type, name = '', start }: Node) =>
    type === 'Identifier' && names.has(name) && !places.has(start);
  const [other] = nodesIn(program, isOther);
  if (other) throw new Error(`“${other.name}” of t.ts can only be called, with its key.`);
}

function toCall(called: string, { arguments: [first, second] = [], start, end }: Node): Call {
  if (called === 'currentLanguage') return { start, name: LANGUAGE, args: end - 1 };
  if (called === 'intlLocales') return { start, name: LOCALES, args: first?.start ?? end };
  const key = String(first?.value);
  if (!Object.hasOwn(catalogues[SOURCE] ?? {}, key))
    throw new Error(`No message “${key}” in ${SOURCE}.json.`);
  return { start, name: key.replaceAll('.', '$'), args: second?.start ?? end - 1 };
}

/** Replaces a script's calls of `t.ts` with marks. */
export function markCalls(code: string): string {
  const program = parseAst(code);
  const names = importsOf(program);
  const calledBy = ({ callee }: Node) => names.get(callee?.name ?? '');
  const isCall = (node: Node) => node.type === 'CallExpression' && calledBy(node) !== undefined;
  const found = nodesIn(program, isCall);
  rejectOtherUses(program, names, found);
  const calls = found.map((node) => toCall(calledBy(node) ?? '', node));
  let marked = code;
  for (const { start, name, args } of calls.toSorted((a, b) => b.start - a.start))
    marked = `${marked.slice(0, start)}/*@__PURE__*/T$${name}$${hashOf(name)}(${marked.slice(args)}`;
  return marked;
}

type Bundle = Rolldown.OutputBundle;

/** The scripts that differ between languages: those with texts, and those that import them. */
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

/** A language's copy of a script; scripts without texts stay in the parent folder. */
const moveInto = (code: string, language: string, localized: Set<string>): string =>
  code
    .replaceAll(BESIDE, (whole, quote: string, name: string) =>
      localized.has(FOLDER + name) ? whole : `${quote}../${name}${quote}`,
    )
    .replaceAll(PRELOADED, (whole, quote: string, name: string) =>
      localized.has(FOLDER + name) ? `${quote}${FOLDER}${language}/${name}${quote}` : whole,
    );

/** @throws Error when an import is written in a way that `moveInto` does not find */
function requireImports(
  { fileName, imports, dynamicImports }: Rolldown.OutputChunk,
  script: string,
  localized: Set<string>,
): void {
  const others = [...imports, ...dynamicImports].filter((name) => name !== fileName);
  for (const each of others.filter((name) => name.startsWith(FOLDER))) {
    const name = each.replace(FOLDER, '');
    const written = `${localized.has(each) ? './' : '../'}${name}`;
    if (!['"', "'", '`'].some((quote) => script.includes(quote + written + quote)))
      throw new Error(`${fileName} does not import ${written} in a way that is known here.`);
  }
}

/** Adds the scripts of the other languages, and replaces the marks in those of the source language. */
function addLanguages(bundle: Bundle, emit: (fileName: string, source: string) => void): void {
  const localized = localizedScripts(bundle);
  for (const fileName of localized) {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk') continue;
    for (const language of fileName.startsWith(FOLDER) ? OTHERS : []) {
      const script = moveInto(expand(chunk.code, language), language, localized);
      requireImports(chunk, script, localized);
      emit(fileName.replace(FOLDER, `${FOLDER}${language}/`), script);
    }
    chunk.code = expand(chunk.code, SOURCE);
  }
}

/**
 * Checks that no call of `t.ts` is left: its functions are stubs here, which return empty texts.
 * @throws Error with the names of the scripts
 */
export function rejectRemainingCalls(
  bundle: Bundle,
  importersOf: (module: string) => readonly string[] = () => [],
): void {
  const modules = Object.values(bundle)
    .filter((each) => each.type === 'chunk')
    .flatMap((each) => Object.entries(each.modules));
  const rest = modules.find(([id, { renderedLength }]) => T.test(id) && renderedLength > 0);
  if (!rest) return;
  const [id, { renderedExports }] = rest;
  throw new Error(
    `${renderedExports.join(', ')} of t.ts would give empty texts in one of ${importersOf(id).join(', ')}.`,
  );
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

/** @throws Error with the name of the script */
function markCallsOf(id: string, code: string): string {
  try {
    return markCalls(code);
  } catch (error) {
    throw new Error(`${id}: ${(error as Error).message}`, { cause: error });
  }
}

/** Creates the scripts of each language; those of the source language keep their paths. */
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
    transform(code, id) {
      if (this.environment.name !== 'client' || !MENTION.test(code)) return undefined;
      const marked = markCallsOf(id, code);
      return { code: isBuild ? marked : chooseAtRuntime(marked), map: null };
    },
    // Runs after the bundler has written the dependencies of each import.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        if (this.environment.name !== 'client') return;
        rejectRemainingCalls(bundle, (id) => this.getModuleInfo(id)?.importers ?? []);
        addLanguages(bundle, (fileName, source) =>
          this.emitFile({ type: 'asset', fileName, source }),
        );
      },
    },
  };
}
