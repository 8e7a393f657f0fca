import { astro, FetchState } from 'astro/fetch';
import type { Hono } from 'hono';

import { createApp, type Pages } from '#lib/server/app.ts';
import { readConfig } from '#lib/server/config.ts';
import { openServer, type Server } from '#lib/server/services.ts';

import { startEmailWorker } from './lib/server/email/email-worker.ts';
import { isDataSaverOn } from './lib/server/http/data-saver.ts';
import type { Env, RequestContext } from './lib/server/http/env.ts';
import { addCharset } from './lib/server/http/security-headers.ts';

/** Draws a page with Astro, which finds this in `Astro.locals`. */
async function draw(request: Request, locals: App.Locals): Promise<Response> {
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

const localsOf = (c: RequestContext): App.Locals => ({
  ctx: c.get('ctx'),
  savesData: isDataSaverOn(c.req.header('cookie'), c.req.header('save-data')),
});

const pages: Pages = {
  draw: (c) => draw(c.req.raw, localsOf(c)),
  drawFault: (c, fault) => draw(new Request(new URL('/500', c.req.url)), { ...localsOf(c), fault }),
};

async function open(): Promise<{ server: Server; app: Hono<Env> }> {
  const server = await openServer(readConfig(process.env));
  return { server, app: createApp(server, pages) };
}

let opened: ReturnType<typeof open> | undefined;

/** Opens the server and its pipeline, once for the process. */
export const openOnce = () => (opened ??= open());

// A developer reads the letters in the outbox too.
let mailing: ReturnType<typeof startEmailWorker> | undefined;

/** What Astro's development server asks; production goes through `server.ts`. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { app, server } = await openOnce();
    mailing ??= startEmailWorker(server.services);
    return app.fetch(request);
  },
};
