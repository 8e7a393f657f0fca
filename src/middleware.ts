import { defineMiddleware } from 'astro:middleware';

import { SOURCE } from '#lib/messages/codes.ts';
import { runInLanguage } from '#lib/messages/t.ts';

/** A page that the build makes is one for each language, which its path says; a request has its language by then. */
export const onRequest = defineMiddleware(({ isPrerendered, params }, next) =>
  isPrerendered ? runInLanguage(params['language'] ?? SOURCE, next) : next(),
);
