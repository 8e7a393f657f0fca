import react from '@astrojs/react/server.js';
import type { AstroComponentMetadata } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** What Astro draws with: of a page, what it is made for. */
interface Drawing {
  result?: object;
}

// React tells a browser early what a page will need; Astro has said so in the head.
const HINTS =
  /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g;

const drawn = new WeakMap<object, number>();

/** @returns what the ids of an island begin with, another for each of a page: the browser is told it too */
function prefixOf({ result }: Drawing): string | undefined {
  if (!result) return undefined;
  const nth = drawn.get(result) ?? 0;
  drawn.set(result, nth + 1);
  return `i${nth}`;
}

/**
 * Draws our islands on the server, in place of Astro's own way (docs/decisions/0022-island-rendering.md), which draws
 * each into a stream to be read at once, and calls it once more before, to see whether it is React's. All of ours are.
 */
export default {
  ...react,
  check: async (component: unknown) => typeof component === 'function',

  async renderToStaticMarkup(
    this: Drawing,
    component: ComponentType,
    props: Record<string, unknown>,
    slots: Record<string, string>,
    metadata?: AstroComponentMetadata,
  ) {
    if (Object.values(slots).some(Boolean))
      return react.renderToStaticMarkup.call(this, component, props, slots, metadata);
    const { class: _, ...own } = props;
    const prefix = prefixOf(this);
    const html = renderToString(createElement(component, own), { identifierPrefix: prefix });
    return { attrs: { prefix }, html: html.replace(HINTS, '') };
  },
};
