import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod/mini';

import { Id, toId } from '#lib/contract/ids.ts';
import { notFound, AppError } from '#lib/server/errors.ts';
import { newId } from '#lib/server/new-id.ts';

import type { Env, RequestContext } from './env.ts';

// The longest text of the product, escaped, and some.
const JSON_BYTES = 64 * 1024;
const GENERIC_MESSAGE = 'Please check what you entered.';

const limitBodySize: MiddlewareHandler<Env> = bodyLimit({
  maxSize: JSON_BYTES,
  onError: () => {
    throw new AppError('too_large', 'This is too much to send at once. Please make it shorter.');
  },
});

/** Answers 413 to bodies that are longer, while they come in. A form with files has limits of its own. */
export const limitJsonBody: MiddlewareHandler<Env> = (c, next) => {
  // GET has no body here, and to look for one makes a whole `Request`, a tenth of a quick answer's cost.
  if (c.req.method === 'GET') return next();
  const isForm = c.req.header('content-type')?.startsWith('multipart/form-data');
  return isForm ? next() : limitBodySize(c, next);
};

/**
 * Checks what came in against its contract.
 * @throws AppError invalid, with a message per field
 */
export function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues)
    // Zod's own words are for programmers; a person only meets them where our pages never lead.
    fields[path.join('.')] ??= message === 'Invalid input' ? GENERIC_MESSAGE : message;
  throw new AppError('invalid', Object.values(fields)[0] ?? GENERIC_MESSAGE, { fields });
}

/**
 * Reads a JSON body.
 * @throws AppError unsupported_type when it says it is something else; invalid when it is not what the contract says
 */
export async function parseJson<S extends z.ZodMiniType>(c: RequestContext, schema: S) {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported_type', 'This call takes application/json.');
  const body: unknown = await c.req.json().catch(() => {
    throw new AppError('invalid', 'The request could not be read as JSON.');
  });
  return parse(schema, body);
}

/**
 * Reads the address line's query. A parameter given twice is refused: which one counts would be anybody's guess.
 * @throws AppError invalid
 */
export function parseQuery<S extends z.ZodMiniType>(c: RequestContext, schema: S): z.output<S> {
  const query: Record<string, string> = {};
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (values.length > 1) throw new AppError('invalid', `Please give ${name} only once.`);
    query[name] = values[0] ?? '';
  }
  return parse(schema, query);
}

/**
 * Reads the id in a path.
 * @param noun it names, e.g. `post`
 * @throws AppError not_found for what is no id: nothing has it
 */
export function parseId(c: RequestContext, noun: string): string {
  const id = toId(c.req.param('id'));
  if (!id) throw notFound(noun);
  return id;
}

/** @returns the request's own key, or a new one for who sends none @throws AppError invalid */
export const parseIdempotencyKey = (c: RequestContext): string =>
  parse(Id, c.req.header('idempotency-key')?.toLowerCase() ?? newId());
