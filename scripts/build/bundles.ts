// Groups scripts and styles into files, and links style sheets to pages (docs/decisions/0025-one-style-sheet.md).
import { createHash } from 'node:crypto';

import type { AstroIntegration } from 'astro';
import { isCSSRequest, type ModulePreloadOptions, type Plugin, type Rolldown } from 'vite';

const scriptGroups: Rolldown.CodeSplittingGroup[] = [
  // Every page loads `page`, and members' pages load the router, too. A file for what both need would cost a round trip.
  { name: 'router', priority: 3, test: /\/ClientRouter\.astro|\/astro\/dist\/transitions\// },
  {
    name: 'page',
    priority: 3,
    test: /\/Base\.astro\?astro|\/lib\/client\/page\/|\/islands\/ui\/is-navigating|preload-helper/,
  },
  // Needed without React by the offline page and by guests who save a guide; members' pages need all of it.
  {
    name: 'offline',
    priority: 2,
    test: /\/lib\/(?:client\/(?:offline\/(?:member-|remove-|cache-names)|http\/viewer-id|people\/wipe-account)|contract\/(?:characters|offline|paths)\.)/,
  },
  // A component and the scripts that only it imports: in files of their own, they would load after it.
  {
    name: 'page-form',
    priority: 2,
    test: /\/PageForm\.astro\?astro|\/(?:send-page-form|keep-typed)\./,
  },
  { name: 'cached-pages', priority: 1, test: /\/offline\/cache(?:d-pages|-files|-member-scripts)/ },
  {
    name: 'react',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\//,
  },
  // Code that most member pages load first. The bundler would split it into forty files, with 7 KB more.
  {
    name: 'forum',
    priority: 1,
    tags: ['$initial'],
    minShareCount: 4,
    test: /nanostores\/|\/useMutation\.|\/mutationObserver\.|\/src\/(islands\/(forum|ui)|lib\/client)\/(?!forms?\/|(?:posts\/ListEnd|use-waiting)|(?:people|forum)\/(?:auth|follows|feed|members|profile|sessions|suggestions)\.)/,
  },
  // Cards and forms of posts, which nearly every forum page has.
  {
    name: 'posts',
    priority: 1,
    minShareCount: 2,
    tags: ['$initial'],
    test: /\/src\/(islands\/(ui\/post\/|forum\/(?:.*use-waiting|posts\/(PostMenu|use-post-actions|MoreButton|ListEnd)))|lib\/(?:contract\/messages\/posts|client\/(?:forum\/(?:posts|comments)|idempotency-keys)\.|contract\/exchange\/listing-states\.))/,
  },
  // The bell of member pages, which loads after the page, and its polling.
  {
    name: 'bell',
    priority: 0,
    test: /\/islands\/notifications\/Bell\.tsx|\/lib\/client\/notifications\/notification-poller/,
  },
  // Form fields of the login and of the profile.
  {
    name: 'fields',
    priority: 0,
    minShareCount: 2,
    test: /\/islands\/ui\/form\/(?:PasswordField|TextField|FormError)\.|\/islands\/auth\/EmailField\.|\/lib\/client\/forms\/use-form\./,
  },
];
const PAGE = /\/src\/pages\//;
/** Pages that guests never see, and that members do not visit in the forum. */
const ACCOUNT_PAGE =
  /\/src\/pages\/(?:staff|profile|report|email-change|exchange\/(?:new|pickups|trips)|machines\/(?:\[id\]|bookings))(?!\w)/;
const FORUM_PAGE = /\/src\/pages\/forums\//;

/** The pages that use a module, including those that load it later. */
function pagesOf(
  id: string,
  context: Rolldown.ChunkingContext,
  seen = new Set<string>(),
): string[] {
  if (seen.has(id)) return [];
  seen.add(id);
  if (PAGE.test(id) && !isCSSRequest(id)) return [id];
  const info = context.getModuleInfo(id);
  const importers = [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])];
  return importers.flatMap((importer) => pagesOf(importer, context, seen));
}

/** Its styles are inline: most guests arrive here, and a style sheet would cost a round trip. */
const LANDING_PAGE = /\/src\/pages\/index\.astro$/;

/** Modules that only members use, so the landing page has none of them. */
const MEMBERS_PART =
  /\/src\/(?:islands\/|layouts\/shell\/(?:AccountMenu|Dock(?:Slot)?|NumberBadge)\.)/;

/** The sheets that members' pages link after the site's, in this order. Scripts of any page may need the forum's. */
const MEMBER_SHEETS = ['forum', 'account'] as const;
type MemberSheet = (typeof MEMBER_SHEETS)[number];
type Sheet = MemberSheet | 'landing' | 'frame' | 'site';

/** @param page path of its file */
function linkedSheets(page: string): readonly MemberSheet[] {
  if (ACCOUNT_PAGE.test(page)) return MEMBER_SHEETS;
  return FORUM_PAGE.test(page) ? ['forum'] : [];
}

/** The sheet of a module's styles; `frame` is shared by the landing page and others, and is part of `site` too. */
function sheetOf(id: string, context: Rolldown.ChunkingContext): Sheet {
  const pages = pagesOf(id, context);
  const isLinkedByAll = (sheet: MemberSheet) =>
    pages.every((page) => linkedSheets(page).includes(sheet));
  const sheet = MEMBER_SHEETS.findLast(isLinkedByAll);
  if (sheet && pages.length > 0) return sheet;
  if (MEMBERS_PART.test(id) || !pages.some((page) => LANDING_PAGE.test(page))) return 'site';
  return pages.every((page) => LANDING_PAGE.test(page)) ? 'landing' : 'frame';
}

const STYLE = /\.css(\?|$)/;
const SITE_SHEET = /\/site\.[^/]+\.css$/;

/**
 * The functions that build the schemas in `lib/contract`. They are declared free of side effects: unused schemas are
 * removed, and a page that imports only a constant loads no Zod (7 KB).
 */
export const SCHEMA_BUILDERS = [
  'z',
  'text',
  'secret',
  'phoneNumber',
  'listQuery',
  'wholeNumber',
  'RegExp',
  'Set',
];

// Otherwise every page's scripts would list all files of lazily loaded code; only its styles are listed.
const resolveDependencies: ModulePreloadOptions['resolveDependencies'] = (_, needed, { hostId }) =>
  /\/(?:AuthScreen|Base|Header)\.[^/]+\.js$/.test(hostId) ? needed.filter(isCSSRequest) : needed;

/** Shorter than Astro's names by 40 characters, which repeat in every importing file. */
const fileName = ({ name }: { name: string }) =>
  `_astro/${name.replace(/\.astro_.*/, '').replace(/[^\w-]/g, '_')}.[hash].js`;

const splitBy = (groups: Rolldown.CodeSplittingGroup[]) => ({ codeSplitting: { groups } });
const config = {
  build: { modulePreload: { resolveDependencies } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          treeshake: { manualPureFunctions: SCHEMA_BUILDERS },
          output: {
            ...splitBy(scriptGroups),
            entryFileNames: fileName,
            chunkFileNames: fileName,
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { output: splitBy([{ test: STYLE, name: sheetOf }]) } } },
    prerender: { build: { rolldownOptions: { output: splitBy([{ test: STYLE, name: 'site' }]) } } },
  },
};

type Manifest = Parameters<
  NonNullable<AstroIntegration['hooks']['astro:build:ssr']>
>[0]['manifest'];

/** The styles found in the server's build. */
interface Sheets {
  /** all styles of the landing page */
  landing: string;
  /** path of each sheet that pages link */
  paths: Record<'site' | MemberSheet, string>;
}

/**
 * Inlines the landing page's styles, and links the right sheets on all others. Astro would also link the styles of
 * everything that a page's scripts may load later.
 * @throws Error when a page would lose its styles
 */
function linkSheets({ routes, csp }: Manifest, { landing, paths }: Sheets): void {
  for (const route of routes) {
    const { route: address, component } = route.routeData;
    const site = route.styles.filter(
      (style) => style.type === 'external' && SITE_SHEET.test(style.src),
    );
    if (route.styles.length > 0 && site.length === 0)
      throw new Error(`${address} would be without styles: none is called ${SITE_SHEET}.`);
    const others = site.length > 0 ? linkedSheets(`/${component}`) : [];
    const external = others.map((sheet) => ({
      type: 'external' as const,
      src: `/${paths[sheet]}`,
    }));
    route.styles =
      address === '/' ? [{ type: 'inline', content: landing }] : [...site, ...external];
  }
  // Redirects have no styles.
  if (routes.every(({ styles }) => styles.length === 0))
    throw new Error('No page has styles: Astro names them elsewhere than it did.');
  const hash = createHash('sha256').update(landing).digest('base64');
  csp?.styleDirective.hashes.push(`sha256-${hash}`);
}

const stylesOf = ({ modules }: Rolldown.OutputChunk) => Object.keys(modules).filter(isCSSRequest);

/** @throws Error when the build has no such sheet */
function findSheet(bundle: Rolldown.OutputBundle, name: Sheet): { path: string; source: string } {
  const isSheet = (path: string) => path.includes(`/${name}.`) && isCSSRequest(path);
  const file = Object.values(bundle).find(({ fileName: path }) => isSheet(path));
  if (file?.type !== 'asset') throw new Error(`No style sheet is called ${name}.`);
  return { path: file.fileName, source: file.source.toString() };
}

/** Joins the styles to inline on the landing page, and the sheets for other pages. */
function joinSheets(context: Rolldown.PluginContext, bundle: Rolldown.OutputBundle): Sheets {
  const frame = findSheet(bundle, 'frame');
  const landing = findSheet(bundle, 'landing');
  const rest = findSheet(bundle, 'site');
  for (const { path } of [frame, landing, rest]) delete bundle[path];
  const source = frame.source + rest.source;
  const site = context.getFileName(context.emitFile({ type: 'asset', name: 'site.css', source }));
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const styles = file.viteMetadata?.importedCss;
    const taken = [frame, landing, rest].filter(({ path }) => styles?.delete(path));
    if (taken.length > 0) styles?.add(site);
  }
  return {
    landing: frame.source + landing.source,
    paths: {
      site,
      forum: findSheet(bundle, 'forum').path,
      account: findSheet(bundle, 'account').path,
    },
  };
}

/** The URLs of the sheets, for the script that loads them; the server is built first. */
const SHEETS_MODULE = 'virtual:style-sheets';

/** For each module with styles, the sheet of members' pages that has them. */
type KnownStyles = Map<string, MemberSheet | undefined>;

function rememberStyles(chunk: Rolldown.OutputChunk, known: KnownStyles): void {
  const sheet = MEMBER_SHEETS.find((each) => each === chunk.name);
  for (const id of stylesOf(chunk)) known.set(id, sheet);
}

/** Replaces the styles of browser scripts with the names of the sheets that contain them. */
function nameSheets(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  known: KnownStyles,
  { paths }: Sheets,
): void {
  const styles = stylesOf(chunk);
  const files = chunk.viteMetadata?.importedCss;
  if (!files || !styles.every((id) => known.has(id))) return;
  for (const file of files) delete bundle[file];
  files.clear();
  for (const id of styles) {
    const sheet = known.get(id);
    if (sheet) files.add(paths[sheet]);
  }
}

/** Joins the sheets of the server's build, and names them in the browser's scripts. */
function createStylePlugin(sheets: Sheets): Plugin {
  const known: KnownStyles = new Map();
  return {
    name: 'page-style-sheets',
    enforce: 'pre',
    config: () => config,
    resolveId: {
      filter: { id: new RegExp(`^${SHEETS_MODULE}$`) },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${SHEETS_MODULE}$`) },
      handler: () => `export default ${JSON.stringify(sheets.paths)}`,
    },
    generateBundle: {
      // Must run before the list of offline files is made.
      order: 'pre',
      // Astro builds for the server first.
      handler(_options, bundle) {
        if (this.environment.name === 'ssr') Object.assign(sheets, joinSheets(this, bundle));
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          if (this.environment.name === 'client') nameSheets(chunk, bundle, known, sheets);
          else rememberStyles(chunk, known);
        }
      },
    },
  };
}

/** Groups scripts and styles into few files: on a slow network, round trips take longer than bytes. */
export function bundles(): AstroIntegration {
  const sheets: Sheets = { landing: '', paths: { site: '', forum: '', account: '' } };
  return {
    name: 'bundles',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        void updateConfig({ vite: { plugins: [createStylePlugin(sheets)] } }),
      'astro:build:ssr': ({ manifest }) => linkSheets(manifest, sheets),
    },
  };
}
