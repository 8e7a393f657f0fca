// The API document: complete, with every limit of the contracts.
import { expect, test } from 'vitest';

import { ERROR_STATUS } from '#lib/contract/error-codes.ts';
import { ALL_CALLS, CALLS } from '#lib/server/app/calls.ts';
import { buildDocument } from '#lib/server/app/openapi/build-document.ts';
import { REFINEMENTS, refinementsOf } from '#lib/server/app/openapi/to-json-schema.ts';
import { openSite } from '#tests/support/site/site.ts';

const document = buildDocument(CALLS);
const calls = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** A field of a call's JSON body. */
const bodyField = (path: string, method: string, field: string) => {
  const [content] = Object.values(document.paths[path]?.[method]?.requestBody?.content ?? {});
  return (content?.schema as { properties: Record<string, object> } | undefined)?.properties[field];
};

const parameter = (path: string, name: string) =>
  document.paths[path]?.['get']?.parameters.find((each) => each.name === name)?.schema;

test('every refinement of an input is documented', () => {
  const inputs = Object.entries(ALL_CALLS).flatMap(([call, { query, body, form }]) =>
    [query, body, form?.texts].flatMap((schema) => (schema ? [{ call, schema }] : [])),
  );
  const lost = inputs.flatMap(({ call, schema }) =>
    refinementsOf(schema)
      .filter((refinement) => !REFINEMENTS.has(refinement))
      .map((refinement) => `${call}: ${String(refinement)}`),
  );
  expect(lost).toEqual([]);
});

test.each([
  ['/api/web/forum/posts/{id}', 'patch', 'title', { minLength: 1, maxLength: 150 }],
  ['/api/web/forum/posts/{id}/comments', 'post', 'comment', { minLength: 1, maxLength: 2000 }],
  ['/api/web/forum/posts/{id}/report', 'post', 'report_desc', { maxLength: 1000 }],
  ['/api/web/auth/login', 'post', 'email', { format: 'email', maxLength: 254 }],
  ['/api/web/account/password', 'patch', 'new_password', { minLength: 8, maxLength: 256 }],
  ['/api/web/account/phone', 'patch', 'phone_number', { pattern: String.raw`^09\d{9}$` }],
  ['/api/admin/invitations', 'post', 'max_uses', { minimum: 1, maximum: 500 }],
  ['/api/web/auth/verify-otp', 'post', 'otp', { pattern: String.raw`^\d{8}$` }],
])('%s %s states the limits of %s', (path, method, field, limits) => {
  expect(bodyField(path, method, field)).toMatchObject(limits);
});

test('limits that are refinements, of a list and a material, are documented', () => {
  const { pattern } = parameter('/api/web/forum', 'limit') as { pattern: string };
  for (const right of ['1', '9', '10', '50', '007']) expect(right).toMatch(new RegExp(pattern));
  for (const wrong of ['0', '51', '100', '-1', '', '0050'])
    expect(wrong).not.toMatch(new RegExp(pattern));
  expect(JSON.stringify(parameter('/api/web/listings', 'material'))).toContain('"rice-straw"');
});

test('every call documents who may make it, its rate limit and its errors', () => {
  for (const call of calls) {
    expect(call.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(['open', 'member', 'accessToken', 'staff']).toContain(call['x-access']);
    const statuses = Object.keys(call.responses);
    expect(statuses).toEqual(expect.arrayContaining(['429', '500', '503']));
    if (call['x-access'] !== 'open') expect(statuses).toContain('401');
  }
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length);
});

/** Codes of no documented operation. */
const OUTSIDE = [
  // an unknown call or method
  'endpoint_not_found',
  'method_not_allowed',
  'page_not_found',
  // of `/readyz` and pages
  'clock_jumped',
  'form_of_other',
  'password_link_expired',
  // of the operator's commands
  'notification_type_invalid',
  // of a page's form: programs may leave the amount out
  'amount_or_all',
  // of a file in a page's form
  'import_workbook',
];

const callOf = (path: string, method: string) =>
  document.paths[path]?.[method] as (typeof calls)[number];

test('every call documents the scope that a personal access token needs, or that tokens are not accepted', () => {
  const post = callOf('/api/web/forum/posts', 'post');
  expect(post['x-token-scope']).toBe('write');
  expect(post.security).toContainEqual({ personalToken: ['write'] });
  expect(JSON.stringify(post.responses)).toContain('`insufficient_scope`');
  expect(callOf('/api/web/notification', 'get')['x-token-scope']).toBe('read');
  for (const [path, method] of [
    ['/api/web/account/tokens', 'post'],
    ['/api/admin/overview', 'get'],
  ] as const) {
    const call = callOf(path, method);
    expect(call['x-token-scope']).toBeNull();
    expect(JSON.stringify(call.security)).not.toContain('personalToken');
    expect(JSON.stringify(call.responses)).toContain('`token_not_allowed`');
  }
});

test('every error code is in the document, with its status', () => {
  const text = JSON.stringify(calls.map(({ responses }) => responses));
  const missing = Object.keys(ERROR_STATUS).filter((code) => !text.includes(`\`${code}\``));
  expect(missing.toSorted()).toEqual(OUTSIDE.toSorted());
});

test('guests get the document, and a 304 the second time', async () => {
  const site = await openSite();
  const { status, body, headers } = await site.guest().get('/api/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(JSON.parse(JSON.stringify(document)));
  const etag = headers.get('etag') ?? '';
  const again = await site.guest().get('/api/openapi.json', { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

test('every reference in the document has a target', () => {
  const text = JSON.stringify(document);
  const names = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)];
  expect(names.length).toBeGreaterThan(100);
  for (const [, name = ''] of names) expect(document.components.schemas).toHaveProperty(name);
  expect(text).not.toContain('$defs');
});
