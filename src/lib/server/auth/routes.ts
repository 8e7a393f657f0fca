import { Hono } from 'hono';

import { Credentials } from '#lib/contract/auth.ts';
import { writeCookie } from '#lib/server/http/cookies.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/http/sign-in-cookies.ts';
import { endSession } from '#lib/server/sessions/service.ts';

import { signIn } from './service.ts';

export const auth = new Hono<Env>()
  .post('/login', async (c) => {
    const credentials = await parseJson(c, Credentials);
    const { member, ...tokens } = await signIn(c.get('ctx'), credentials, signInBrowser(c));
    writeSignInCookies(c, tokens);
    return c.json({ data: member });
  })
  .post('/logout', async (c) => {
    const session = c.get('session');
    if (session) await endSession(c.get('ctx'), session);
    writeCookie(c, 'session', null);
    writeCookie(c, 'signed-out', null);
    // Not "storage", which would delete the data of other accounts. The page deletes this account's (client/wipe-account.ts).
    c.header('clear-site-data', '"cache"');
    return c.json({ data: null });
  });
