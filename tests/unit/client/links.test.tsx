import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { LinkedText } from '#islands/ui/LinkedText.tsx';
import { splitLinks } from '#lib/contract/links.ts';

const linksIn = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

test.each([
  ['See https://glean.example/exchange/1.', 'https://glean.example/exchange/1'],
  ['(https://glean.example/a)', 'https://glean.example/a'],
  ['https://en.wikipedia.org/wiki/Straw_(crop).', 'https://en.wikipedia.org/wiki/Straw_(crop)'],
  ['“https://glean.example/a”, she said', 'https://glean.example/a'],
  ['https://glean.example/a?b=1&c=2!', 'https://glean.example/a?b=1&c=2'],
  ['HTTP://Glean.Example/A…', 'http://glean.example/A'],
  ['https://glean.example', 'https://glean.example/'],
  ['**https://glean.example/a**', 'https://glean.example/a'],
  ['https://glean.example/a\nnext', 'https://glean.example/a'],
  ['<https://glean.example/a>', 'https://glean.example/a'],
])('the link in %j is %s', (text, href) => {
  expect(linksIn(text)).toEqual([href]);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>',
  'https://',
  'https://x',
  'https://glean.example@evil.example/',
  'xhttps://glean.example',
  'ftp://glean.example/a',
  'file:///etc/passwd',
  'glean.example',
  '',
])('there is no link in %j', (text) => {
  expect(linksIn(text)).toEqual([]);
});

test('all parts together are the text, and each of many links costs no more than one', () => {
  for (const text of [
    'a https://b.example/c, d (https://e.example/f) g\n',
    `https://b.example/${')'.repeat(9000)}`,
    'https://b.example/ '.repeat(500),
  ])
    expect(
      splitLinks(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('a link is rendered as a link, and markup as text', () => {
  const text = '<b>https://glean.example/a?b=1&c="</b> javascript:alert(1)';
  expect(renderToStaticMarkup(<LinkedText text={text} />)).toBe(
    '<p dir="auto">&lt;b&gt;<a href="https://glean.example/a?b=1&amp;c=" rel="nofollow ugc noopener" class="written-link">https://glean.example/a?b=1&amp;c=</a>&quot;&lt;/b&gt; javascript:alert(1)</p>',
  );
});
