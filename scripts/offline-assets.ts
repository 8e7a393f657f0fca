// Lists the files that guests' pages need to be read offline (docs/decisions/0018-offline.md).
import type { Plugin, Rolldown } from 'vite';

import { OFFLINE_ASSETS_PATH, type OfflineAssets } from '#lib/contract/offline.ts';

const PAGE_SCRIPT = /\.astro\?astro&type=script/;
const REACT = /\/node_modules\/react\//;

/** @returns a script and all that it imports, without what it loads later */
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

const hasReact = ({ modules }: Rolldown.OutputChunk) =>
  Object.keys(modules).some((id) => REACT.test(id));

/** @returns the scripts of guests' pages: those that need no React */
function guestScripts(bundle: Rolldown.OutputBundle): string[] {
  const entries = Object.values(bundle).filter(
    (each) => each.type === 'chunk' && each.isEntry && PAGE_SCRIPT.test(each.facadeModuleId ?? ''),
  );
  return entries
    .map(({ fileName }) => withImports(fileName, bundle))
    .filter((chunks) => !chunks.some(hasReact))
    .flatMap((chunks) => chunks.map(({ fileName }) => fileName));
}

/** @param build the name of this build */
export function offlineAssets(build: string): Plugin {
  const files = new Set<string>();
  return {
    name: 'offline-assets',
    enforce: 'pre',
    // Astro builds for the server first: its bundle has the styles, fonts and drawings of all pages.
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'client') {
        for (const { type, fileName } of Object.values(bundle))
          if (type === 'asset' && /\.(css|woff2|svg)$/.test(fileName)) files.add(`/${fileName}`);
        return;
      }
      for (const script of guestScripts(bundle)) files.add(`/${script}`);
      const source: OfflineAssets = { build, files: [...files].toSorted() };
      const fileName = OFFLINE_ASSETS_PATH.slice(1);
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(source) });
    },
  };
}
