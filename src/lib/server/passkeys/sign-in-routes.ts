import { Hono } from 'hono';

import { UsedPasskey } from '#lib/contract/passkeys.ts';
import { bindVisitor, readBinding } from '#lib/server/http/browser-binding.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson } from '#lib/server/http/parse-request.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/http/sign-in-cookies.ts';

import { signInOptions, signInWithPasskey } from './sign-in.ts';

export const passkeySignIn = new Hono<Env>()
  .get('/options', (c) => {
    const binding = readBinding(c) ?? bindVisitor(c);
    return c.json({ data: signInOptions(c.get('ctx'), { host: c.req.header('host'), binding }) });
  })
  .post('/', async (c) => {
    const used = await parseJson(c, UsedPasskey);
    const host = c.req.header('host');
    // The CSRF token has the same binding, so there is one.
    const browser = { ...signInBrowser(c), host, binding: readBinding(c) ?? '' };
    const { member, ...tokens } = await signInWithPasskey(c.get('ctx'), used, browser);
    writeSignInCookies(c, tokens);
    return c.json({ data: member });
  });
