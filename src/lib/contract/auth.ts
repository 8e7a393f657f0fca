import * as z from 'zod/mini';

import { MAX_PASSWORD } from './passwords.ts';
import { secret } from './text.ts';

/** An e-mail address: at most 254 characters (RFC 5321), compared in lower case. */
export const Email = z
  .string({ error: 'Please enter your email.' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter your email.'),
    z.maxLength(254, 'Please enter a shorter email.'),
    z.email('Please enter a valid email, like maria@example.com.'),
  );

export const Credentials = z.object({
  email: Email,
  password: secret({ max: MAX_PASSWORD, required: 'Please enter your password.' }),
});
export type Credentials = z.infer<typeof Credentials>;

/** Who is signed in, as the sign-in call answers it. */
export const SignedIn = z.object({ account_id: z.string(), name: z.string() });
export type SignedIn = z.infer<typeof SignedIn>;

/** The answer of the two token calls. */
export const Token = z.object({ token: z.string() });

// A base no real address shares: what resolves away from it leaves the site.
const HERE = 'http://here.invalid';

/**
 * Where to go after signing in: only a path of this site is followed.
 * @param wanted the `redirect` query parameter, as it came
 * @param otherwise the path when `wanted` is absent or leads elsewhere
 */
export function safeRedirect(wanted: string | null | undefined, otherwise = '/'): string {
  if (!wanted?.startsWith('/') || /[\\\0-\x1f]|%5c|%2f%2f/i.test(wanted)) return otherwise;
  const url = URL.parse(wanted, HERE);
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return otherwise;
  return url.pathname + url.search + url.hash;
}

// From these, signing in leads to the front door.
const NO_RETURN = /^\/(?:$|\d|login|forgot-password|unauthorized|thank-you)/;

/**
 * Where a guest signs in, to come back afterwards (spec 2, the guard rule).
 * @param path of the page they are on or want, with its query
 */
export const signInPath = (path: string): string =>
  NO_RETURN.test(path) ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;
