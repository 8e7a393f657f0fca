import { createHash } from 'node:crypto';
import { relative } from 'node:path';

import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

import { bundles } from './scripts/bundles.ts';
import { serviceWorker } from './scripts/worker.ts';

/**
 * The node adapter with our own production entry: one process and one module graph for sockets,
 * static files, API and pages (design section 2).
 */
function ownServer() {
  const adapter = node({ mode: 'middleware', staticHeaders: true });
  const announce = adapter.hooks['astro:config:done'];
  const serverEntrypoint = new URL('./src/server.ts', import.meta.url);
  adapter.hooks['astro:config:done'] = (options) =>
    announce({
      ...options,
      setAdapter: (own) => options.setAdapter({ ...own, serverEntrypoint }),
    });
  return adapter;
}

/** React, drawn on the server in our own way (docs/decisions/0022-island-rendering.md). */
function ownReact() {
  const integration = react();
  const setUp = integration.hooks['astro:config:setup'];
  const serverEntrypoint = new URL('./src/islands.ts', import.meta.url);
  integration.hooks['astro:config:setup'] = (options) =>
    setUp({
      ...options,
      addRenderer: (renderer) => options.addRenderer({ ...renderer, serverEntrypoint }),
    });
  return integration;
}

/**
 * Takes away the style that Astro writes before a page's first island, in the body, where none may stand
 * (withastro/astro#10308). What it says is in base.css.
 */
const noIslandStyle = {
  name: 'no-island-style',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
    handler(code) {
      const style = '<style>${ISLAND_STYLES}</style>';
      if (!code.includes(style))
        this.error('Astro writes its style of islands in another way now.');
      return code.replace(style, '');
    },
  },
};

const hashOf = (text) => createHash('sha256').update(text).digest('base64url');

const filesOf = new Map();

/** Names a style of an island. What Vite would add to a name, five letters and a line, is 0.4 KB of every guest's sheet. */
function scopedName(name, file) {
  const path = relative(import.meta.dirname, file);
  const scoped = `${name}_${hashOf(path).slice(0, 3)}`;
  if ((filesOf.get(scoped) ?? path) !== path) throw new Error(`Rename .${name} in ${path}.`);
  filesOf.set(scoped, path);
  return scoped;
}

const directives = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "worker-src 'self'",
  "manifest-src 'self'",
];

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  adapter: ownServer(),
  integrations: [ownReact(), bundles(), serviceWorker()],
  session: false,
  // Shiki writes inline styles, which our policy refuses; no page of ours shows code.
  markdown: { syntaxHighlight: false },
  prefetch: false,
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  // Older phones' browsers do not know light-dark(): it is written out for them.
  vite: {
    plugins: [noIslandStyle],
    define: { 'import.meta.env.BUILT_AT': JSON.stringify(new Date().toISOString()) },
    // Packages of many small files: in one file the server starts in three quarters of the time, with 11 MB less.
    ssr: { noExternal: [/^@tanstack\//, /nanostores/, 'hono', 'ky', 'kysely', 'zod'] },
    css: { modules: { generateScopedName: scopedName } },
    // Nothing is inlined: after an inline script the ClientRouter loads one from a data: address, which our
    // policy refuses.
    build: { cssTarget: ['chrome111', 'safari16.4', 'firefox114'], assetsInlineLimit: 0 },
  },
  security: {
    // Our own origin check in src/lib/server/http/middleware/csrf.ts covers the API, which Astro's never sees.
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives,
      scriptDirective: { resources: ["'self'"] },
      styleDirective: { resources: ["'self'"] },
    },
  },
});
