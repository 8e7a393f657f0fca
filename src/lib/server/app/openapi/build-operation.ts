import * as z from 'zod/mini';

import type { TokenScope } from '#lib/contract/personal-tokens.ts';
import { type Access, type Call, scopeOf } from '#lib/server/platform/http/calls.ts';
import { BUDGETS } from '#lib/server/platform/rate-limits/budgets.ts';
import type { Rate } from '#lib/server/platform/rate-limits/token-buckets.ts';

import { errorCodes, errorResponses } from './error-responses.ts';
import { parametersOf } from './parameters.ts';
import { requestBody } from './request-body.ts';
import { type JsonSchema, toOutputSchema } from './to-json-schema.ts';

const WHO: Record<Access, string> = {
  open: 'Open to everyone.',
  member: 'For members.',
  accessToken: 'For members, with an access token besides the session.',
  staff: 'For staff.',
};

/** @returns what a request is signed with, as OpenAPI names it; one empty requirement for guests */
function securityOf(access: Access, isWrite: boolean, scope: TokenScope | undefined): object[] {
  const csrf = isWrite ? { csrf: [], visitor: [] } : {};
  const personalToken = scope ? [{ personalToken: [scope] }] : [];
  if (access === 'open') return [csrf, ...personalToken];
  const token = access === 'accessToken' ? { accessToken: [] } : {};
  return [{ session: [], ...token, ...(isWrite && { csrf: [] }) }, ...personalToken];
}

const toLimit = (name: string, { what, capacity, perSecond }: Rate) => ({
  name,
  what,
  points: capacity,
  seconds: Math.round(capacity / perSecond),
});

/** @returns how often it may be called: the budgets, and the limits of its noun */
function limitsOf({ limits = [] }: Call, isWrite: boolean, isForTokens: boolean): object[] {
  const { reads, tokens } = BUDGETS;
  const budgets = [
    ...(isWrite ? [] : [toLimit(reads.name, reads.member), toLimit(reads.name, reads.guest)]),
    ...(isForTokens ? [toLimit(tokens.name, tokens.member)] : []),
  ];
  return [...budgets, ...limits];
}

/** The response of a call that returns nothing. */
const NOTHING = z.null();

const fileContent = (type: string) => ({ [type]: { schema: { type: 'string' } } });

function jsonContent(call: Call, components: Record<string, JsonSchema>) {
  const schema = toOutputSchema(call.response ?? NOTHING, components);
  if (call.isBare) return { 'application/json': { schema } };
  const wrapped = { type: 'object', properties: { data: schema }, required: ['data'] };
  return { 'application/json': { schema: wrapped } };
}

function successResponses(call: Call, components: Record<string, JsonSchema>) {
  const { status = [200], file, headers = [] } = call;
  const content = file ? fileContent(file) : jsonContent(call, components);
  const done = status.map((each) => [each, { description: 'Done.', content }]);
  const unchanged = [304, { description: 'Nothing has changed.' }];
  return Object.fromEntries(headers.includes('if-none-match') ? [...done, unchanged] : done);
}

/** @returns e.g. `postWebForumPostsByIdLikes` */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, (_, first: string) => `by-${first}`)
    .replaceAll(/[^a-z]+([a-z]|$)/gi, (_, first: string) => first.toUpperCase());

/**
 * @param noun whose call it is
 * @param components takes the schemas that it refers to
 * @returns a call, as OpenAPI 3.1 describes it
 */
export function buildOperation(
  [method, path, noun]: [string, string, string],
  call: Call,
  components: Record<string, JsonSchema>,
) {
  const { access = 'member', withoutConsent } = call;
  const isWrite = method !== 'GET';
  const consent = isWrite && access !== 'open' && !withoutConsent;
  const scope = scopeOf(`${method} ${path}`, call);
  const body = requestBody(call);
  return {
    operationId: operationId(method, path),
    tags: [noun],
    summary: call.summary,
    description: [
      WHO[access],
      ...(consent ? ['After the member agreed to the documents.'] : []),
      ...(scope ? [`A personal access token needs the scope \`${scope}\`.`] : []),
    ].join(' '),
    security: securityOf(access, isWrite, scope),
    parameters: parametersOf(path, call),
    ...(body && { requestBody: body }),
    responses: {
      ...successResponses(call, components),
      ...errorResponses(errorCodes(call, isWrite, scope)),
    },
    'x-access': access,
    'x-token-scope': scope ?? null,
    'x-rate-limits': limitsOf(call, isWrite, scope !== undefined),
  };
}
