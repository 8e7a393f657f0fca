import { buildDocument } from '#lib/server/openapi/build-document.ts';

import { renderCall } from './render-call.ts';

const BEGIN = `\`\`\`sh
curl -c cookies 'https://glean.example/api/token/csrf'
\`\`\``;

const ADVICE = [
  'Made from `GET /api/openapi.json` by `npm run apidocs`: do not edit these pages.',
  'The commands store cookies in the file `cookies`. `$CSRF` is a CSRF token: it belongs to the cookies, lasts an hour, and a new one is needed after signing in.',
  BEGIN,
  '`$ACCESS` is an access token of ten minutes (`GET /api/token/access`).',
];

/** @returns the pages about the API, as Markdown by file name */
export function renderPages(): Record<string, string> {
  const { info, tags, paths } = buildDocument();
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const pages = tags.map(({ name }) => {
    const own = calls.filter(({ call }) => call.tags.includes(name));
    const parts = own.map(({ method, path, call }) => renderCall(method, path, call));
    return [`${name}.md`, `${[`# ${name}`, ...parts].join('\n\n')}\n`] as const;
  });
  const index = tags.map(({ name }) => `- [${name}](${name}.md)`).join('\n');
  const { description } = info;
  const start = ['# The API', description, ...ADVICE, index].join('\n\n');
  return { 'README.md': `${start}\n`, ...Object.fromEntries(pages) };
}
