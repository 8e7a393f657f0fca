import { CALLS } from '#lib/server/app/calls.ts';
import { buildDocument } from '#lib/server/app/openapi/build-document.ts';

import { renderLimits } from './rate-limits.ts';
import { renderCall } from './render-call.ts';
import { renderErrors } from './render-errors.ts';
import { OBJECTS, renderObjects } from './response-fields.ts';

const BEGIN = `\`\`\`sh
curl -c cookies 'https://glean.example/api/token/csrf'
\`\`\``;

const WITH_TOKEN = `\`\`\`sh
curl -H "authorization: Bearer $TOKEN" 'https://glean.example/api/web/forum'
\`\`\``;

const GENERATE = `\`\`\`sh
npx @hey-api/openapi-ts@0.99.0 -i https://glean.example/api/openapi.json -o src/glean
\`\`\``;

const CLIENT = `\`\`\`ts
import { createClient } from './glean/client';
import { getWebForum } from './glean/sdk.gen';

const client = createClient({
  baseUrl: 'https://glean.example',
  auth: ({ key }) => (key === 'personalToken' ? process.env.TOKEN : undefined),
});
const { data, error } = await getWebForum({ client });
\`\`\``;

const ADVICE = [
  'Made from `GET /api/openapi.json` by `npm run apidocs`: do not edit these pages.',
  'The commands store cookies in the file `cookies`. `$CSRF` is a CSRF token: it belongs to the cookies, lasts an hour, and a new one is needed after signing in.',
  BEGIN,
  '`$ACCESS` is an access token of ten minutes (`GET /api/token/access`).',
  '## With a personal access token',
  'A program of a member needs neither cookies nor these tokens. Make a token at `/profile/tokens`; calls that say which scope they need take it:',
  WITH_TOKEN,
  'Without cookies: a request with a session cookie and a token is rejected.',
  '## A client',
  'Generate one from the document. A test of Glean does the same, and signs in, posts with an image, likes, comments and reads notifications with it:',
  GENERATE,
  CLIENT,
  '## Pages',
];

/** Renders the pages of the API as Markdown, by file name. */
export function renderPages(): Record<string, string> {
  const { info, tags, paths, components } = buildDocument(CALLS);
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const pages = tags.map(({ name }) => {
    const own = calls.filter(({ call }) => call.tags.includes(name));
    const parts = own.map(({ method, path, call }) => renderCall(method, path, call));
    return [`${name}.md`, `${[`# ${name}`, ...parts].join('\n\n')}\n`] as const;
  });
  const index = ['errors', 'limits', 'objects', ...tags.map(({ name }) => name)]
    .map((name) => `- [${name}](${name}.md)`)
    .join('\n');
  const { description } = info;
  const start = ['# The API', description, ...ADVICE, index].join('\n\n');
  return {
    'README.md': `${start}\n`,
    'errors.md': renderErrors(),
    'limits.md': renderLimits(),
    [OBJECTS]: renderObjects(components.schemas),
    ...Object.fromEntries(pages),
  };
}
