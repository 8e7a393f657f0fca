import { defineMiddleware } from 'astro:middleware';

import { SOURCE } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';

/** Prerendered pages take their language from the path; other requests have theirs by now. */
export const onRequest = defineMiddleware(({ isPrerendered, params }, next) =>
  isPrerendered ? runInLanguage(params['language'] ?? SOURCE, next) : next(),
);
