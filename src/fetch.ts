import { astro, FetchState } from 'astro/fetch';
import type { Hono } from 'hono';

import { createApp, type PageRenderer } from '#lib/server/app.ts';
import { readConfig } from '#lib/server/config.ts';
import { createAppServer, type AppServer } from '#lib/server/services.ts';

import { startEmailWorker } from './lib/server/email/email-worker.ts';
import { isDataSaverOn } from './lib/server/http/data-saver.ts';
import type { Env, RequestContext } from './lib/server/http/env.ts';
import { addCharset } from './lib/server/http/security-headers.ts';

/** Draws a page with Astro, which finds this in `Astro.locals`. */
async function renderPage(request: Request, locals: App.Locals): Promise<Response> {
  const state = new FetchState(request);
  Object.assign(state.locals, locals);
  // Our policy is a header, sent whatever this says; for a tag Astro would hash all stylesheets at each request.
  state.shouldInjectCspMetaTags = false;
  const response = addCharset(await astro(state));
  // Astro answers 500 with its page of faults, whatever the page itself says.
  const { status } = state.locals;
  if (!status) return response;
  return new Response(response.body, { status, headers: Object.fromEntries(response.headers) });
}

const toLocals = (c: RequestContext): App.Locals => ({
  ctx: c.get('ctx'),
  savesData: isDataSaverOn(c.req.header('cookie'), c.req.header('save-data')),
});

const pages: PageRenderer = {
  render: (c) => renderPage(c.req.raw, toLocals(c)),
  renderError: (c, fault) =>
    renderPage(new Request(new URL('/500', c.req.url)), { ...toLocals(c), fault }),
};

async function open(): Promise<{ server: AppServer; app: Hono<Env> }> {
  const server = await createAppServer(readConfig(process.env));
  return { server, app: createApp(server, pages) };
}

let opening: ReturnType<typeof open> | undefined;

/** Opens the server and its pipeline, once for the process. */
export const openOnce = () => (opening ??= open());

// A developer reads the emails in the mail folder too.
let emailWorker: ReturnType<typeof startEmailWorker> | undefined;

/** What Astro's development server asks; production goes through `server.ts`. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { app, server } = await openOnce();
    emailWorker ??= startEmailWorker(server.services);
    return app.fetch(request);
  },
};
