import { createHash } from 'node:crypto';
import { relative } from 'node:path';

import node from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';

import packageJson from './package.json' with { type: 'json' };
import { bundles } from './scripts/build/bundles.ts';
import { buildInlineScript } from './scripts/build/inline-script.ts';
import { messageScripts } from './scripts/build/message-scripts.ts';
import { offlineAssets } from './scripts/build/offline-assets.ts';
import { readBuildTime, sameBytes } from './scripts/build/same-bytes.ts';
import { serviceWorker } from './scripts/build/service-worker.ts';

/** The node adapter with our own entry: one process serves static files, API and pages (src/server.ts). */
function nodeAdapter() {
  const adapter = node({ mode: 'middleware', staticHeaders: true });
  const onConfigDone = adapter.hooks['astro:config:done'];
  const serverEntrypoint = new URL('./src/server.ts', import.meta.url);
  adapter.hooks['astro:config:done'] = (options) =>
    onConfigDone({
      ...options,
      setAdapter: (given) => options.setAdapter({ ...given, serverEntrypoint }),
    });
  return adapter;
}

/** React with our own renderer on the server (docs/decisions/0022-island-rendering.md). */
function reactIntegration() {
  const integration = react();
  const onConfigSetup = integration.hooks['astro:config:setup'];
  const serverEntrypoint = new URL('./src/island-renderer.ts', import.meta.url);
  integration.hooks['astro:config:setup'] = (options) =>
    onConfigSetup({
      ...options,
      addRenderer: (renderer) => options.addRenderer({ ...renderer, serverEntrypoint }),
    });
  return integration;
}

/**
 * Removes the style element that Astro writes into the body before the first island: it is not valid HTML there
 * (withastro/astro#10308). Its rule is in src/layouts/document/base.css.
 */
const noIslandStyle = {
  name: 'no-island-style',
  transform: {
    filter: { id: /\/astro\/dist\/runtime\/server\/scripts\.js$/ },
    handler(code) {
      const style = '<style>${ISLAND_STYLES}</style>';
      if (!code.includes(style))
        this.error('Astro writes the style of islands in another way now.');
      return code.replace(style, '');
    },
  },
};

/** Names a class of an island. Vite's own names are longer and differ more: 0.7 KB of every guest's style sheet. */
function generateScopedName(name, file) {
  const path = relative(import.meta.dirname, file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
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

const builtAt = readBuildTime().toISOString();
const inlineScript = await buildInlineScript();

export default defineConfig({
  output: 'server',
  trailingSlash: 'never',
  adapter: nodeAdapter(),
  integrations: [reactIntegration(), bundles(), serviceWorker(builtAt), sameBytes()],
  session: false,
  // Shiki writes inline styles, which our content security policy rejects. No page shows code.
  markdown: { syntaxHighlight: false },
  prefetch: false,
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  vite: {
    plugins: [noIslandStyle, offlineAssets(builtAt), messageScripts()],
    define: {
      'import.meta.env.BUILT_AT': JSON.stringify(builtAt),
      'import.meta.env.VERSION': JSON.stringify(packageJson.version),
      'import.meta.env.INLINE_SCRIPT': JSON.stringify(inlineScript.code),
    },
    // Packages of many small files: bundled, the server starts in three quarters of the time and needs 11 MB less.
    ssr: { noExternal: [/^@tanstack\//, /nanostores/, 'hono', 'kysely', 'zod'] },
    css: { modules: { generateScopedName } },
    // cssTarget: browsers of older phones do not know light-dark(), which is compiled for them.
    // assetsInlineLimit: after an inline script the ClientRouter loads a data: URL, which our policy rejects.
    build: { cssTarget: ['chrome111', 'safari16.4', 'firefox114'], assetsInlineLimit: 0 },
  },
  security: {
    // Our own origin check in src/lib/server/platform/http/middleware/csrf.ts covers the API, which Astro's never sees.
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives,
      scriptDirective: { resources: ["'self'"], hashes: [inlineScript.hash] },
      styleDirective: { resources: ["'self'"] },
    },
  },
});
