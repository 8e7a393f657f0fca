import { astro, getFetchState } from 'astro/hono';
import type { Hono, MiddlewareHandler } from 'hono';

import { createApp } from '#lib/server/app.ts';
import { readConfig } from '#lib/server/config.ts';
import type { Env } from '#lib/server/pipeline/env.ts';
import { openServer, type Server } from '#lib/server/services.ts';

const draw = astro();

/** Draws a page with Astro; it finds its context in `Astro.locals.ctx`. */
const pages: MiddlewareHandler<Env> = async (c, next) => {
  const state = getFetchState(c);
  Object.assign(state.locals, { ctx: c.get('ctx') });
  return draw(c, next);
};

async function open(): Promise<{ server: Server; app: Hono<Env> }> {
  const server = await openServer(readConfig(process.env));
  return { server, app: createApp(server, pages) };
}

let opened: ReturnType<typeof open> | undefined;

/** Opens the server and its pipeline, once for the process. */
export const openOnce = () => (opened ??= open());

/** What Astro's development server asks; production goes through `server.ts`. */
export default {
  async fetch(request: Request): Promise<Response> {
    const { app } = await openOnce();
    return app.fetch(request);
  },
};
