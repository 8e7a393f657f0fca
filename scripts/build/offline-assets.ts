// Lists the files needed to read pages offline (docs/decisions/0034-offline-for-members.md).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import type { Plugin, Rolldown } from 'vite';

import {
  type FilePack,
  inLanguage,
  OFFLINE_PACKS,
  PACKED_TYPES,
} from '#lib/contract/offline-packs.ts';
import { OFFLINE_ASSETS_PATH, type OfflineAssets } from '#lib/contract/offline.ts';
import { SOURCE } from '#lib/messages/codes.ts';

// The scripts of pages, and those loaded later: the EduHub's and the image viewer.
const PAGE_SCRIPT = /\.astro\?astro&type=script|\/(?:init-eduhub|image-viewer)\.ts$/;
const REACT = /\/node_modules\/react\//;

/** A script with its static imports. */
function withImports(fileName: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = new Set([fileName]);
  const chunks: Rolldown.OutputChunk[] = [];
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk') continue;
    chunks.push(chunk);
    for (const imported of chunk.imports) found.add(imported);
  }
  return chunks;
}

const chunksOf = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((each) => each.type === 'chunk');

const isPageScript = ({ facadeModuleId }: Rolldown.OutputChunk) =>
  PAGE_SCRIPT.test(facadeModuleId ?? '');

const hasReact = ({ modules }: Rolldown.OutputChunk) =>
  Object.keys(modules).some((id) => REACT.test(id));

const namesOf = (chunks: Rolldown.OutputChunk[]) => chunks.map(({ fileName }) => fileName);

/** The scripts of guests' pages, which need no React. */
const guestScripts = (bundle: Rolldown.OutputBundle): string[] =>
  chunksOf(bundle)
    .filter(isPageScript)
    .map(({ fileName }) => withImports(fileName, bundle))
    .filter((chunks) => !chunks.some(hasReact))
    .flatMap(namesOf);

const MEMBER_ISLAND = /\/src\/islands\/(?:forum|notifications)\/|\/@astrojs\/react\/dist\/client/;
const MEMBER_CODE = /\/src\/(?:islands\/(?:forum|notifications|outbox)|lib\/client)\//;
const DIALOG = /\/src\/(?:islands\/forum|lib\/client\/toasts)\//;
const WEB_WORKER = /\.worker-[^/]+\.js$/;

/** The scripts of members' pages and dialogs, except for the profile and the PDF viewer. */
function memberScripts(bundle: Rolldown.OutputBundle): { initial: string[]; dialogs: string[] } {
  const list = (isWanted: (module: string, chunk: Rolldown.OutputChunk) => boolean) =>
    chunksOf(bundle)
      .filter((chunk) => isWanted(chunk.facadeModuleId ?? '', chunk))
      .flatMap(({ fileName }) => namesOf(withImports(fileName, bundle)));
  const initial = list((module, chunk) => {
    if (chunk.isEntry) return isPageScript(chunk) || MEMBER_ISLAND.test(module);
    return MEMBER_CODE.test(module) && !DIALOG.test(module);
  });
  const dialogs = list((module) => DIALOG.test(module));
  const workers = Object.keys(bundle).filter((name) => WEB_WORKER.test(name));
  return { initial, dialogs: [...dialogs, ...workers] };
}

const toPaths = (names: Iterable<string>, others = new Set<string>()): string[] =>
  [...new Set(names)]
    .filter((name) => !others.has(name))
    .map((name) => `/${name}`)
    .toSorted();

/** @param build name of this build */
export function offlineAssets(build: string): Plugin {
  const files = new Set<string>();
  return {
    name: 'offline-assets',
    enforce: 'pre',
    // Astro builds for the server first: the server's bundle has the styles, fonts and drawings of all pages.
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') {
        for (const { type, fileName } of Object.values(bundle))
          if (type === 'asset' && /\.(css|woff2|svg)$/.test(fileName)) files.add(fileName);
        return;
      }
      for (const script of guestScripts(bundle)) files.add(script);
      const { initial, dialogs } = memberScripts(bundle);
      const source: OfflineAssets = {
        build,
        files: toPaths(files),
        memberFiles: toPaths(initial, files),
        dialogFiles: toPaths(dialogs, new Set([...files, ...initial])),
      };
      const fileName = OFFLINE_ASSETS_PATH.slice(1);
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source) });
    },
  };
}

// The build's folder of scripts, with a subfolder for each other language.
const FOLDER = '/_astro/';

const isPacked = (path: string) => extname(path).slice(1) in PACKED_TYPES;
// Larger scripts have been loaded already by nearly every page.
const MAX_PACKED_BYTES = 20_000;

/** The files for pages in a language, with its versions of localized scripts. */
function localizeAssets(client: string, language: string, assets: OfflineAssets): OfflineAssets {
  const localize = (path: string) => {
    const own = path.replace(FOLDER, `${FOLDER}${language}/`);
    return existsSync(join(client, own)) ? own : path;
  };
  const { build, files, memberFiles, dialogFiles } = assets;
  const [own, members, dialogs] = [files, memberFiles, dialogFiles].map((each) =>
    each.map((path) => localize(path)),
  );
  return { build, files: own ?? [], memberFiles: members ?? [], dialogFiles: dialogs ?? [] };
}

/** Packs the small files into one per audience. */
function packAssets(client: string, language: string, assets: OfflineAssets): void {
  const { files, memberFiles, dialogFiles } = assets;
  const read = (path: string) => readFileSync(join(client, path), 'utf8');
  const pack = (name: keyof typeof OFFLINE_PACKS, paths: string[]) => {
    const texts = paths.filter((path) => isPacked(path)).map((path) => [path, read(path)] as const);
    const small = texts.filter(([, text]) => text.length <= MAX_PACKED_BYTES);
    const content: FilePack = Object.fromEntries(small);
    writeFileSync(join(client, inLanguage(OFFLINE_PACKS[name], language)), JSON.stringify(content));
  };
  pack('everyone', files);
  pack('members', memberFiles);
  pack('withDialogs', [...memberFiles, ...dialogFiles]);
}

/**
 * Writes the lists of the other languages, and the packs. Runs on the finished build, because plugins change scripts
 * until the end.
 * @param client the served folder
 */
export function packOfflineAssets(client: string): void {
  const source: OfflineAssets = JSON.parse(readFileSync(join(client, OFFLINE_ASSETS_PATH), 'utf8'));
  packAssets(client, SOURCE, source);
  const folders = readdirSync(join(client, FOLDER), { withFileTypes: true });
  for (const { name: language } of folders.filter((each) => each.isDirectory())) {
    const assets = localizeAssets(client, language, source);
    writeFileSync(join(client, inLanguage(OFFLINE_ASSETS_PATH, language)), JSON.stringify(assets));
    packAssets(client, language, assets);
  }
}
