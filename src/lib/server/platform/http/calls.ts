// A call of the API is declared once, in the `calls.ts` of its noun. From the declaration come its route, what is checked
// before it runs, whether access tokens open it, and its part of the OpenAPI document.
import { Hono, type MiddlewareHandler } from 'hono';
import { etag } from 'hono/etag';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod/mini';

import type { ErrorCode, Noun } from '#lib/contract/error-codes.ts';
import type { TokenScope } from '#lib/contract/people/personal-tokens.ts';
import type { ActsFor, ActingInput, Ctx } from '#lib/server/platform/context.ts';
import { AppError, nameField, notFound } from '#lib/server/platform/errors.ts';
import type { RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';

import type { Env, RequestContext } from './env.ts';
import { requireAuth, requireConsent, requireStaff } from './middleware/guards.ts';
import { limitConcurrentUploads } from './middleware/limit-requests.ts';
import { requireTokenScope } from './middleware/personal-tokens.ts';
import { type MultipartForm, readMultipart, type UploadLimits } from './multipart.ts';
import {
  parse,
  readId,
  parseIdempotencyKey,
  parseJson,
  parseJsonText,
  parseQuery,
} from './parse-request.ts';

type Schema = z.ZodMiniType;

/** Who may make a call: everyone, members, members with an access token besides, or staff. */
export type Access = 'open' | 'member' | 'accessToken' | 'staff';

/** A header that a call takes besides those of all calls. */
export type RequestHeader = 'idempotency-key' | 'if-match' | 'if-none-match';

/** A form with files. */
interface UploadForm<Texts extends Schema> {
  upload: UploadLimits;
  /** media types of the files */
  types: readonly string[];
  texts?: Texts;
  /** the texts that are JSON; empty ones count as left out */
  json?: readonly string[];
}

/** By method and path below `/api`. */
type ReadName = `GET /${string}`;
type WriteName = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** What a member may have a part in whom the viewer looks after. */
type SharedNoun = 'pickup' | 'post' | 'machine';

/** What a request sends, read and checked by its declaration. */
type Input<Id extends string, Param extends string, Value, Query, Body, Texts> = {
  [Name in Id]: string;
} & { [Name in Param]: z.output<Value> } & {
  query: z.output<Query>;
  body: z.output<Body>;
  texts: z.output<Texts>;
  files: MultipartForm['files'];
  /** its idempotency key */
  key: string;
};

/** What is the same for all calls is left out: errors of the input come from the contract. */
interface Declaration<
  Id extends string,
  Of extends Noun,
  Acted extends ActsFor | undefined,
  Param extends string,
  Value extends Schema,
  Query extends Schema,
  Body extends Schema,
  Texts extends Schema,
  Response extends Schema,
> {
  summary: string;
  /** by default staff's below `/admin`, and members' elsewhere */
  access?: Exclude<Access, 'staff'>;
  /** whether access tokens open it: with the scope `read` for GET, `write` for all others */
  token?: true;
  /** it works before the member has agreed to the documents */
  withoutConsent?: true;
  /** the parts of its path that are ids, with what they are of: another value is not found */
  ids?: Readonly<Record<Id, Of>>;
  /**
   * whose act it is, by the first of its ids, or by `for_account` of its input: `run` gets the context that acts. What is no
   * `GET` and has an id of a `SharedNoun` says it
   */
  actsFor?: Acted;
  /** the parts of its path that are no ids */
  params?: Record<Param, Value>;
  query?: Query;
  headers?: readonly RequestHeader[];
  /** JSON */
  body?: Body;
  form?: UploadForm<Texts>;
  /** what `data` of its response is; null by default */
  response?: Response;
  /** the response has no `data` around it */
  isBare?: true;
  /** the media type of a response that is a file */
  file?: string;
  /** 200 by default; the first is used unless it responds itself */
  status?: readonly ContentfulStatusCode[];
  /** how long guests' browsers and proxies store the response: members' are not stored (ASVS 14.3.2) */
  guestSeconds?: number;
  /** whether the response has an ETag of what is in it */
  hasEtag?: true;
  /** the codes that its service throws; those of its input, and of its ids, are derived */
  errors?: readonly ErrorCode[];
  limits?: readonly RateLimit[];
  /** Makes the response's `data`, or the response. */
  run: (
    ctx: Ctx,
    input: Input<Id, Param, Value, Query, Body, Texts>,
    c: RequestContext,
  ) => Promise<z.output<Response> | globalThis.Response> | z.output<Response> | globalThis.Response;
}

/** A declared call. */
export type Call = Declaration<
  string,
  Noun,
  ActsFor | undefined,
  string,
  Schema,
  Schema,
  Schema,
  Schema,
  Schema
>;

/** What is still known of a call in a list of calls: whose act it is. */
type Declared<Of extends Noun, Acted extends ActsFor | undefined> = Call & {
  ids?: Readonly<Record<string, Of>>;
  actsFor: Acted;
};

/** A call that says whose act it is, or has no id of what a person whom the viewer looks after may have a part in. */
type Decided = Declared<Noun, ActsFor> | Declared<Exclude<Noun, SharedNoun>, ActsFor | undefined>;

/** By method and path: `GET /web/forum/posts/:id`. What is matched first comes first. */
export type Calls = Record<ReadName, Call> & Record<WriteName, Decided>;

/** Declares a call. What it reads is typed for its `run`; in a list of calls that type is no longer known. */
export const call = <
  Id extends string = never,
  Of extends Noun = never,
  Acted extends ActsFor | undefined = undefined,
  Param extends string = never,
  Value extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Texts extends Schema = Schema,
  Response extends Schema = z.ZodMiniVoid,
>(
  declaration: Declaration<Id, Of, Acted, Param, Value, Query, Body, Texts, Response>,
): Declared<NoInfer<Of>, NoInfer<Acted>> =>
  // A table of calls cannot know what each takes: `run` is checked here, and forgotten.
  declaration as unknown as Declared<NoInfer<Of>, NoInfer<Acted>>;

/** @returns who may make a call */
export const accessOf = (name: string, { access }: Call): Access =>
  access ?? (name.includes(' /admin/') ? 'staff' : 'member');

/** @returns the scope with which an access token opens a call */
export const scopeOf = (name: string, { token }: Call): TokenScope | undefined =>
  token && (name.startsWith('GET ') ? 'read' : 'write');

/** @throws AppError malformed_json, with the field's name */
function parseTexts(texts: Record<string, string>, json: readonly string[]): object {
  const parseField = (name: string, text: string): unknown => {
    try {
      return json.includes(name) ? parseJsonText(text) : text;
    } catch (error) {
      throw error instanceof AppError ? nameField(error, name) : error;
    }
  };
  const given = Object.entries(texts).filter(([name, text]) => text !== '' || !json.includes(name));
  return Object.fromEntries(given.map(([name, text]) => [name, parseField(name, text)]));
}

/** @throws AppError not_found for what is none of its values, where it names something */
function parseParam(c: RequestContext, name: string, schema: Schema, noun: Noun | undefined) {
  const value = c.req.param(name);
  if (noun && !schema.safeParse(value).success) throw notFound(noun);
  return parse(schema, value);
}

function readPath(c: RequestContext, { ids = {}, params = {} }: Call): Record<string, unknown> {
  const path: Record<string, unknown> = {};
  for (const [name, noun] of Object.entries(ids))
    if (!params[name]) path[name] = readId(c.req.param(name), noun);
  for (const [name, schema] of Object.entries(params))
    path[name] = parseParam(c, name, schema, ids[name]);
  return path;
}

async function readInput(c: RequestContext, declared: Call) {
  const { query, body, form, headers } = declared;
  const path = readPath(c, declared);
  const key = headers?.includes('idempotency-key') ? parseIdempotencyKey(c) : '';
  const sent = form && (await readMultipart(c.req.raw, form.upload));
  return {
    ...path,
    key,
    query: query && parseQuery(c, query),
    body: body && (await parseJson(c, body)),
    texts: form?.texts && parse(form.texts, parseTexts(sent?.texts ?? {}, form.json ?? [])),
    files: sent?.files ?? [],
  };
}

/** @returns the context that acts, as a call declares it */
async function findActing(
  ctx: Ctx,
  { actsFor = 'self', ids = {} }: Call,
  input: Awaited<ReturnType<typeof readInput>>,
): Promise<Ctx> {
  const { inPlace } = ctx.identity;
  if (actsFor === 'self') return ctx;
  // The declaration's own types say what it reads.
  if (actsFor === 'input') return inPlace.input(ctx, (input.body ?? input.texts) as ActingInput);
  const [name = ''] = Object.keys(ids);
  return inPlace[actsFor](ctx, (input as Record<string, unknown>)[name] as string);
}

const respond =
  (declared: Call) =>
  async (c: RequestContext): Promise<Response> => {
    const { status: [status = 200] = [], guestSeconds, isBare, run } = declared;
    const ctx = c.get('ctx');
    const read = await readInput(c, declared);
    const acting = await findActing(ctx, declared, read);
    // The declaration's own types say what `run` takes.
    const input = read as unknown as Parameters<typeof run>[1];
    const data = await run(acting, input, c);
    if (data instanceof Response) return data;
    if (guestSeconds && !ctx.viewer) c.header('cache-control', `public, max-age=${guestSeconds}`);
    return c.json(isBare ? data : { data: data ?? null }, status);
  };

const checkAccessToken: MiddlewareHandler<Env> = async (c, next) => {
  const ctx = c.get('ctx');
  await ctx.identity.requireAccessToken(ctx, c.req.header('authorization'));
  return next();
};

const GUARDS: Record<Access, MiddlewareHandler<Env>[]> = {
  open: [],
  member: [requireAuth],
  accessToken: [checkAccessToken],
  staff: [requireStaff],
};

/** @returns what comes before a call, in its order */
const checksOf = (name: string, declared: Call): MiddlewareHandler<Env>[] => [
  requireTokenScope(scopeOf(name, declared)),
  ...(declared.withoutConsent ? [] : [requireConsent]),
  ...GUARDS[accessOf(name, declared)],
  ...(declared.form ? [limitConcurrentUploads] : []),
  ...(declared.hasEtag ? [etag({ weak: true })] : []),
];

/** @returns the routes of calls */
export function routesOf(calls: Record<string, Call>): Hono<Env> {
  const routes = new Hono<Env>();
  for (const [name, declared] of Object.entries(calls)) {
    const [method = '', path = ''] = name.split(' ');
    routes.on(method, [path], ...checksOf(name, declared), respond(declared));
  }
  return routes;
}
