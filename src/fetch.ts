import { astro, FetchState } from 'astro/fetch';
import type { Hono } from 'hono';

import { SOURCE } from '#lib/messages/codes.ts';
import { createAppServer, type AppServer } from '#lib/server/app/app-server.ts';
import { createApp, type PageRenderer } from '#lib/server/app/app.ts';
import { countWaiting } from '#lib/server/app/overview/waiting.ts';

import { signInPath } from './lib/contract/redirects.ts';
import { countToDo } from './lib/server/exchange/appointments/list.ts';
import { canConfirmWithPasskey } from './lib/server/people/passkeys/confirm.ts';
import { listMissingConsents } from './lib/server/people/policies/consents/service.ts';
import { readConfig } from './lib/server/platform/config/config.ts';
import { startDeliveries } from './lib/server/platform/deliveries/delivery-worker.ts';
import { isDataSaverOn, readDisplay } from './lib/server/platform/http/display.ts';
import type { Env, RequestContext } from './lib/server/platform/http/env.ts';
import { localizeScripts } from './lib/server/platform/http/localize-scripts.ts';
import { issueCsrfToken } from './lib/server/platform/http/middleware/csrf.ts';
import { leadToSignIn } from './lib/server/platform/http/middleware/guards.ts';
import { addCharset } from './lib/server/platform/http/response-headers.ts';

/** Points the page's scripts at the files of its language: Astro names those of the source. */
async function localize(page: Response, language: string): Promise<Response> {
  if (language === SOURCE || !page.headers.get('content-type')?.startsWith('text/html'))
    return page;
  const { status, headers } = page;
  // The length was that of the page before its script names were shortened.
  headers.delete('content-length');
  return new Response(localizeScripts(await page.text(), language), { status, headers });
}

/**
 * Renders a page with Astro.
 * @throws the error that the page throws: the app's error handler responds
 */
async function renderPage(state: FetchState, locals: App.Locals): Promise<Response> {
  Object.assign(state.locals, locals);
  // The policy is a header. For a tag, Astro would hash all style sheets in each request.
  state.shouldInjectCspMetaTags = false;
  // A page is compressed as a whole.
  state.streaming = false;
  // Astro would stream its error page: a failure in it would cut the response, or send the raw error.
  state.renderError = (_, { error }) => Promise.reject(error);
  const response = await localize(addCharset(await astro(state)), locals.ctx.language ?? SOURCE);
  // Astro sends its error page with status 500, whatever status the page sets.
  const { status } = state.locals;
  if (!status || response.headers.has('location')) return response;
  return new Response(response.body, { status, headers: response.headers });
}

function issuePageToken(c: RequestContext): string {
  const token = issueCsrfToken(c);
  // Without a response, Hono would drop the cookie of a guest when Astro returns its own.
  if (!c.get('ctx').viewer) void c.res;
  return token;
}

/** Computes a value once, for several parts of a page. */
function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** The locals of the error page. None of them queries the database, which may be what has failed. */
const toErrorLocals = (c: RequestContext): App.Locals => ({
  ctx: c.get('ctx'),
  display: readDisplay(c.req.header('cookie')),
  dataSaver: isDataSaverOn(c.req.header('cookie'), c.req.header('save-data')),
});

const toLocals = (c: RequestContext): App.Locals => ({
  ...toErrorLocals(c),
  csrfToken: () => issuePageToken(c),
  canConfirmWithPasskey: () => canConfirmWithPasskey(c.get('ctx'), c.req.header('host')),
  hasMissingConsents: async () => (await listMissingConsents(c.get('ctx'))).length > 0,
  pickupsToDo: once(() => countToDo(c.get('ctx'))),
  waitingForStaff: once(() => countWaiting(c.get('ctx'))),
  createdToken: c.get('createdToken'),
  createdCode: c.get('createdCode'),
  importPreview: c.get('importPreview'),
  notificationPreview: c.get('notificationPreview'),
  mailTest: c.get('mailTest'),
});

/**
 * Whether guests may see a page: its frontmatter exports `isOpen`. Other routes, such as files, decide for
 * themselves.
 */
async function isOpen(state: FetchState): Promise<boolean> {
  if (state.routeData?.type !== 'page') return true;
  const page: object = await state.loadComponentInstance();
  return 'isOpen' in page && page.isOpen === true;
}

const pages: PageRenderer = {
  render: async (c) => {
    const state = new FetchState(c.req.raw);
    c.set('route', state.routeData?.route);
    if (!c.get('ctx').viewer && !(await isOpen(state))) return leadToSignIn(c);
    return renderPage(state, toLocals(c));
  },
  renderRejected: (c, rejected) => {
    const { pathname, search } = new URL(c.req.url);
    const isSignedOut = rejected?.code === 'unauthenticated';
    const shown = isSignedOut ? new URL(signInPath(pathname + search), c.req.url) : c.req.url;
    // The body of the original request has been read.
    const state = new FetchState(new Request(shown, { headers: c.req.raw.headers }));
    c.set('route', state.routeData?.route);
    return renderPage(state, {
      ...toLocals(c),
      ...(rejected && { rejected, status: rejected.status }),
    });
  },
  renderNotFound: (c) => {
    const state = new FetchState(new Request(new URL('/404', c.req.url)));
    c.set('route', state.routeData?.route);
    return renderPage(state, toLocals(c));
  },
  renderError: (c, thrown) => {
    const state = new FetchState(new Request(new URL('/500', c.req.url)));
    return renderPage(state, { ...toErrorLocals(c), thrown });
  },
};

async function open(): Promise<{ server: AppServer; app: Hono<Env> }> {
  const server = await createAppServer(readConfig(process.env));
  return { server, app: createApp(server, pages) };
}

let opening: ReturnType<typeof open> | undefined;

/** Opens the server and its app once per process. */
export const openOnce = () => (opening ??= open());

// In development too, emails are written to the mail folder.
let stopDeliveries: ReturnType<typeof startDeliveries> | undefined;

/** The handler of Astro's development server. Production starts `server.ts`. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { app, server } = await openOnce();
    stopDeliveries ??= startDeliveries(server.services);
    return app.fetch(request);
  },
};
