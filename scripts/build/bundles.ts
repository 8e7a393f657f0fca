// Which scripts and styles share a file, and which style sheets a page links (docs/decisions/0025-one-style-sheet.md).
import { createHash } from 'node:crypto';

import type { AstroIntegration } from 'astro';
import { isCSSRequest, type ModulePreloadOptions, type Plugin, type Rolldown } from 'vite';

const scriptGroups: Rolldown.CodeSplittingGroup[] = [
  // Every page has the second, members' pages both. A file of its own for what they share would cost a round trip.
  { name: 'router', priority: 3, test: /\/ClientRouter\.astro|\/astro\/dist\/transitions\// },
  {
    name: 'page',
    priority: 3,
    test: /\/Base\.astro\?astro|\/lib\/client\/page\/|\/islands\/ui\/is-navigating|preload-helper/,
  },
  // The offline page, and a guest who saves a guide, need these without React; members' pages need all of it.
  {
    name: 'offline',
    priority: 2,
    test: /\/lib\/(?:client\/(?:offline\/(?:member-|remove-|cache-names)|http\/viewer-id|people\/wipe-account)|contract\/(?:characters|offline|paths)\.)/,
  },
  // A component and the scripts that only it loads: they would be fetched after it.
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
  // What most member pages load at first. Split as the bundler would, it is forty files and 7 KB more.
  {
    name: 'forum',
    priority: 1,
    tags: ['$initial'],
    minShareCount: 4,
    test: /nanostores\/|\/useMutation\.|\/mutationObserver\.|\/src\/(islands\/(forum|ui)|lib\/client)\/(?!forms?\/|(?:posts\/ListEnd|use-waiting)|(?:people|forum)\/(?:auth|follows|feed|members|profile|sessions|suggestions)\.)/,
  },
  // Cards and forms of posts, which nearly every page of the forum has.
  {
    name: 'posts',
    priority: 1,
    minShareCount: 2,
    tags: ['$initial'],
    test: /\/src\/(islands\/(ui\/post\/|forum\/(?:.*use-waiting|posts\/(PostMenu|use-post-actions|MoreButton|ListEnd)))|lib\/(?:contract\/messages\/posts|client\/(?:forum\/(?:posts|comments)|idempotency-keys)\.|contract\/exchange\/listing-states\.))/,
  },
  // The bell of each member page, which is loaded after the page, and what it polls.
  {
    name: 'bell',
    priority: 0,
    test: /\/islands\/notifications\/Bell\.tsx|\/lib\/client\/notifications\/notification-poller/,
  },
  // Fields of the forms of accounts: of sign-in and of the profile.
  {
    name: 'fields',
    priority: 0,
    minShareCount: 2,
    test: /\/islands\/ui\/form\/(?:PasswordField|TextField|FormError)\.|\/islands\/auth\/EmailField\.|\/lib\/client\/forms\/use-form\./,
  },
];
const PAGE = /\/src\/pages\//;
/** Pages that a guest never sees, and that a member does not open on the way through the forum. */
const ACCOUNT_PAGE =
  /\/src\/pages\/(?:staff|profile|report|email-change|exchange\/(?:new|pickups|trips)|machines\/(?:\[id\]|bookings))(?!\w)/;
const FORUM_PAGE = /\/src\/pages\/forums\//;

/** @returns the pages that a module belongs to, also by what they load later */
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

/** Its styles are in its markup: most visits of guests begin here, and a sheet would cost them a round trip. */
const LANDING_PAGE = /\/src\/pages\/index\.astro$/;

/** What only members see: the landing page, which is for guests, has none of it. */
const MEMBERS_PART =
  /\/src\/(?:islands\/|layouts\/shell\/(?:AccountMenu|Dock(?:Slot)?|NumberBadge)\.)/;

/** What pages of members link beside the site's sheet, in this order. Scripts of any page may need the forum's. */
const MEMBER_SHEETS = ['forum', 'account'] as const;
type MemberSheet = (typeof MEMBER_SHEETS)[number];
type Sheet = MemberSheet | 'landing' | 'frame' | 'site';

/** @param page path of its file */
function linkedSheets(page: string): readonly MemberSheet[] {
  if (ACCOUNT_PAGE.test(page)) return MEMBER_SHEETS;
  return FORUM_PAGE.test(page) ? ['forum'] : [];
}

/** @returns the sheet that a style is in; `frame` is what the landing page shares with others, which is in `site` too */
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
 * The functions that the schemas in `lib/contract` are built with. They have no side effects, so a schema that a
 * browser does not use is removed, and a page that needs a constant beside it loads no Zod (7 KB).
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

// The scripts of every page would list all files that lazily loaded code imports: they list their styles only.
const resolveDependencies: ModulePreloadOptions['resolveDependencies'] = (_, needed, { hostId }) =>
  /\/(?:AuthScreen|Base|Header)\.[^/]+\.js$/.test(hostId) ? needed.filter(isCSSRequest) : needed;

/** Astro's names of scripts are 40 characters longer, and every file names the others that it imports. */
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

/** What the build of the server finds out of its styles. */
interface Sheets {
  /** all styles of the landing page */
  landing: string;
  /** path of each sheet that pages link */
  paths: Record<'site' | MemberSheet, string>;
}

/**
 * Lets the landing page have its styles in its markup, and each other page link the site's style sheet, and those of
 * members' pages where it is one. Astro also links the styles of everything that the page's scripts may load later.
 * @throws Error when a page that has styles would be left without
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
  // Redirects have none.
  if (routes.every(({ styles }) => styles.length === 0))
    throw new Error('No page has styles: Astro names them elsewhere than it did.');
  const hash = createHash('sha256').update(landing).digest('base64');
  csp?.styleDirective.hashes.push(`sha256-${hash}`);
}

const stylesOf = ({ modules }: Rolldown.OutputChunk) => Object.keys(modules).filter(isCSSRequest);

/** @throws Error when a build has no such sheet */
function findSheet(bundle: Rolldown.OutputBundle, name: Sheet): { path: string; source: string } {
  const isSheet = (path: string) => path.includes(`/${name}.`) && isCSSRequest(path);
  const file = Object.values(bundle).find(({ fileName: path }) => isSheet(path));
  if (file?.type !== 'asset') throw new Error(`No style sheet is called ${name}.`);
  return { path: file.fileName, source: file.source.toString() };
}

/** Puts together what the landing page has in its markup, and what other pages link. */
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

/** Addresses of sheets, for the script that keeps and loads them: the server is built first. */
const SHEETS_MODULE = 'virtual:style-sheets';

/** Styles of pages by module, with the sheet of members' pages that they are in. */
type KnownStyles = Map<string, MemberSheet | undefined>;

function rememberStyles(chunk: Rolldown.OutputChunk, known: KnownStyles): void {
  const sheet = MEMBER_SHEETS.find((each) => each === chunk.name);
  for (const id of stylesOf(chunk)) known.set(id, sheet);
}

/** Lets a script of the browser name the sheets of members' pages that it needs, in place of styles of its own. */
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

/** Joins the sheets of the server's build, and lets the browser's scripts name them. */
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
      // Before the files that pages need offline are listed.
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

/** The site's scripts and styles in few files: a page on a slow network waits for round trips more than for bytes. */
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
