import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Context } from 'hono';

import type { Ctx } from '#lib/server/context.ts';

/** What travels with a request through the pipeline. */
export interface Env {
  Bindings: { incoming?: IncomingMessage; outgoing?: ServerResponse };
  Variables: {
    requestId: string;
    /** headers for the answer, where no server of Node's sends it */
    defaultHeaders?: Record<string, string>;
    /** absent while a request may still be refused unseen */
    ctx: Ctx;
    /** the session cookie's value */
    session: string | null;
  };
}

export type RequestContext = Context<Env>;
