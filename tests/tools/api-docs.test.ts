// The pages of docs/api match the document of the API.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ERROR_STATUS } from '#lib/contract/error-codes.ts';
import { CALLS } from '#lib/server/app/calls.ts';
import { buildDocument } from '#lib/server/app/openapi/build-document.ts';
import { renderPages } from '#scripts/generate/api-docs/render-pages.ts';

const FOLDER = join(import.meta.dirname, '../../docs/api');
const pages = renderPages();

test('there is a page for each noun, and no other page', async () => {
  expect((await readdir(FOLDER)).toSorted()).toEqual(Object.keys(pages).toSorted());
});

test.each(Object.keys(pages))('%s is up to date; if not, run `npm run apidocs`', async (name) => {
  expect(await readFile(join(FOLDER, name), 'utf8')).toBe(pages[name]);
});

test('each error code is listed with its status and sentence', () => {
  const { 'errors.md': page = '' } = pages;
  const listed = Array.from(
    page.matchAll(/^- `([a-z_]+)` \((\d{3})\): \S/gm),
    ([, code, status]) => [code, Number(status)],
  );
  expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
});

test('a call that accepts one of two objects lists the fields of both', () => {
  const { 'appointments.md': page = '' } = pages;
  const parts = page.match(/^Sends, with `subject` `"\w+"`:\n\n- `subject`/gm);
  expect(parts).toHaveLength(2);
});

test('each call lists the fields of its response, at any depth', () => {
  const { paths } = buildDocument(CALLS);
  const responses = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((call) => Object.entries(call.responses).find(([status]) => status.startsWith('2'))?.[1]);
  const ofJson = responses.filter((each) => JSON.stringify(each).includes('"application/json"'));
  const sections = Object.values(pages)
    .join('')
    .match(/^Returns(?: in `data`)?:\n\n- `/gm);
  expect(sections).toHaveLength(ofJson.length);
  expect(pages['overview.md']).toContain('- `channels[].oldest_due`: type `["string","null"]`');
  expect(pages['imports.md']).toContain('- `unknown_columns[].values[]`: type `"string"`');
  expect(pages['comments.md']).toContain('- `comments[]`: [Comment](objects.md#comment)');
  expect(pages['objects.md']).toContain('## Comment\n\n- `comment_id`: type `"string"`');
});

test('each call has a command with its method and path', () => {
  expect(pages['likes.md']).toContain(
    "curl -b cookies -c cookies -X POST 'https://glean.example/api/web/forum/posts/{id}/likes'",
  );
  expect(pages['comments.md']).toContain(`-d '{"comment":"…"}'`);
  expect(pages['posts.md']).toContain("-F 'attachments=@file'");
});
