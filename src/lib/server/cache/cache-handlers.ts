import { hasSessionCookie } from '#lib/server/http/cookies.ts';
import type { Serve } from '#lib/server/http/fast-path.ts';
import { SANDBOX_CSP, securityHeaders } from '#lib/server/http/security-headers.ts';

import type { PageCache } from './page-cache.ts';
import type { KeptAnswers } from './response-cache.ts';

/** Answers guests with pages that are kept for them. @param https whether the site is served over https */
export function keptPages(cache: PageCache, https: boolean): Serve {
  const isMember = hasSessionCookie(https);
  const common = { ...securityHeaders(https), 'content-security-policy': SANDBOX_CSP };
  return (request, response) =>
    request.method === 'GET' &&
    !isMember(request.headers.cookie ?? '') &&
    cache.serve(request, response, common)
      ? {}
      : null;
}

/** Answers members with what they, and nobody else, were answered before. @param https as for `keptPages` */
export function keptAnswers(answers: KeptAnswers, https: boolean): Serve {
  const isMember = hasSessionCookie(https);
  return (request, response) =>
    request.method === 'GET' && isMember(request.headers.cookie ?? '')
      ? answers.serve(request, response)
      : null;
}
