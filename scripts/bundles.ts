// What of scripts and styles goes into which file, and which of them a page names (docs/decisions/0025-one-style-sheet.md).
import type { AstroIntegration } from 'astro';
import {
  isCSSRequest,
  mergeConfig,
  type ModulePreloadOptions,
  type Plugin,
  type Rolldown,
} from 'vite';

// The scripts of every member's forum page in one file. Cut as the bundler would they are forty, weigh 7 KB more,
// and each is a round trip. What guests' pages share, the router most of all, is a file of its own.
const forumScripts = [
  'lib/client/(clipboard|drafts/|feed|follows|likes|members|post-cache|posts|query/|redirect-to-sign-in|suggestions|use-hydrated)',
  'lib/client/http/(access-token|api-error|request|response-shape|upload|viewer-id)',
  'lib/client/(stores/(login|search|view)|toasts/(error-toast|forum-toasts|mutation-toasts|toasts\\.ts))',
  'lib/contract/(images|messages|pages|redirects)',
  'islands/forum/(dialogs/open-dialog|search/SearchBox)',
  'islands/forum/posts/(FeedList|InteractivePostCard|ListEnd|NoPosts|PostMenu|use-now|use-post-actions)',
  'islands/ui/(Icon|icons|dialog/Menu|feedback/(EmptyState|Spinner)|format/(format-number|relative-time))',
  'islands/ui/(media/(Avatar|Carousel|Slides|lcp-image)|member/|post/)',
];
const guestScripts = [
  'preload-helper',
  'astro:transitions',
  '/astro/dist/transitions/',
  '/lib/client/(on-first-interaction|pending-sign-out)\\.ts',
  '/(Base|ClientRouter|ImageViewer|InfiniteList|Pages|SaveOffline)\\.astro\\?astro&type=script',
  '/src/layouts/(eduhub|legal)/',
];
const scriptGroups = [
  { name: 'base', priority: 2, test: new RegExp(guestScripts.join('|')) },
  {
    name: 'react',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//,
  },
  {
    name: 'forum',
    priority: 1,
    test: new RegExp(`/nanostores/|/src/(${forumScripts.join('|')})`),
  },
];
// Guests fetch the names of what is loaded later, which no compression makes shorter, with every page's script: of the
// rare part that a page of theirs loads, what it needs in its turn comes after it.
const resolveDependencies: ModulePreloadOptions['resolveDependencies'] = (_, needed, { hostId }) =>
  /\/base\.[^/]+\.js$/.test(hostId) ? needed.filter(isCSSRequest) : needed;
const styleGroups = [{ name: 'site', test: /\.css(\?|$)/ }];
const SHEET = /\/site\.[^/]+\.css$/;

type Manifest = Parameters<
  NonNullable<AstroIntegration['hooks']['astro:build:ssr']>
>[0]['manifest'];
type Groups = Rolldown.CodeSplittingGroup[];
const inGroups = (groups: Groups) => ({
  build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
});

/**
 * The functions that the schemas in `lib/contract` are built with. They have no side effects, so a schema that a
 * browser does not use is removed, and a page that needs a constant beside it loads no Zod (7 KB).
 */
export const SCHEMA_BUILDERS = ['z', 'text', 'secret', 'listQuery', 'RegExp'];
const treeshake = { manualPureFunctions: SCHEMA_BUILDERS };

const stylesOf = ({ modules }: Rolldown.OutputChunk) => Object.keys(modules).filter(isCSSRequest);

/** Takes out of a script's own styles what the site's sheet has. @param pageStyles the modules of the sheet */
function dropDrawn(
  script: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  pageStyles: Set<string>,
) {
  const { viteMetadata } = script;
  if (!viteMetadata || !stylesOf(script).every((id) => pageStyles.has(id))) return;
  for (const file of viteMetadata.importedCss) delete bundle[file];
  viteMetadata.importedCss.clear();
}

/** A page's script in a group leaves a file behind that does nothing but load the group's. @returns the group's */
const movedTo = ({ isEntry, modules, imports, exports }: Rolldown.OutputChunk) =>
  isEntry && Object.keys(modules).length + exports.length === 0 ? imports[0] : undefined;

/**
 * Picks the site's sheet: what a script brings of its own comes when, and if, it is loaded.
 * @throws Error when a page that has styles would be left without
 */
function sheetOf(page: Manifest['routes'][number]) {
  const sheets = page.styles.filter((style) => style.type === 'external' && SHEET.test(style.src));
  if (page.styles.length > 0 && sheets.length === 0)
    throw new Error(`${page.routeData.route} would be without styles: none is called ${SHEET}.`);
  return sheets;
}

/** Lets pages name the site's sheet alone, and scripts by the files they are in. */
function nameFew(manifest: Manifest, moved: Map<string, string>): void {
  for (const route of manifest.routes) route.styles = sheetOf(route);
  // Those that only lead elsewhere have none.
  if (manifest.routes.every((page) => page.styles.length === 0))
    throw new Error('No page has styles: Astro names them elsewhere than it did.');
  for (const [id, file] of Object.entries(manifest.entryModules))
    manifest.entryModules[id] = moved.get(file) ?? file;
}

/** The site's scripts and styles in as few files as a page on a slow network is best drawn with. */
export function bundles(): AstroIntegration {
  const drawn = new Set<string>();
  const moved = new Map<string, string>();
  const plugin: Plugin = {
    name: 'bundles',
    enforce: 'pre',
    config: () => ({
      build: { modulePreload: { resolveDependencies } },
      environments: {
        client: mergeConfig(inGroups(scriptGroups), { build: { rolldownOptions: { treeshake } } }),
        ssr: inGroups(styleGroups),
        prerender: inGroups(styleGroups),
      },
    }),
    // Astro builds for the server first.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        if (this.environment.name === 'client') {
          dropDrawn(chunk, bundle, drawn);
          const group = movedTo(chunk);
          if (group) moved.set(chunk.fileName, group);
        } else for (const id of stylesOf(chunk)) drawn.add(id);
      }
    },
  };
  return {
    name: 'bundles',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        void updateConfig({ vite: { plugins: [plugin] } }),
      'astro:build:ssr': ({ manifest }) => nameFew(manifest, moved),
    },
  };
}
