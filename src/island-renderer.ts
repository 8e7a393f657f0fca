import astroReact from '@astrojs/react/server.js';
import type { AstroComponentMetadata } from 'astro';
import { type ComponentType, createElement } from 'react';
import { renderToString } from 'react-dom/server';

/** The `this` of a renderer that Astro calls. */
interface RenderContext {
  /** one object for each rendered page */
  result?: object;
}

// React adds preload hints for images to each island. Astro's renderer removes them, too: the page's head has
// them.
const PRELOAD_HINTS =
  /<link\s[^>]*rel="(?:preload|modulepreload|stylesheet|preconnect|dns-prefetch)"[^>]*>/g;

const islandCounts = new WeakMap<object, number>();

/** @returns the prefix of the ids that React generates in an island; the browser hydrates the island with it */
function nextIdPrefix({ result }: RenderContext): string | undefined {
  if (!result) return undefined;
  const count = islandCounts.get(result) ?? 0;
  islandCounts.set(result, count + 1);
  return `i${count}`;
}

/**
 * Renders islands on the server to a string (docs/decisions/0022-island-rendering.md). Astro's own renderer streams
 * each island, and renders it once more to find out whether it is a React component: all of ours are.
 */
export default {
  ...astroReact,
  check: async (component: unknown) => typeof component === 'function',

  async renderToStaticMarkup(
    this: RenderContext,
    component: ComponentType,
    props: Record<string, unknown>,
    slots: Record<string, string>,
    metadata?: AstroComponentMetadata,
  ) {
    if (Object.values(slots).some(Boolean))
      return astroReact.renderToStaticMarkup.call(this, component, props, slots, metadata);
    const { class: _, ...ownProps } = props;
    const prefix = nextIdPrefix(this);
    const html = renderToString(createElement(component, ownProps), { identifierPrefix: prefix });
    return { attrs: { prefix }, html: html.replace(PRELOAD_HINTS, '') };
  },
};
