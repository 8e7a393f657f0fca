import { Hono } from 'hono';
import * as z from 'zod/mini';

import { ApplicationInput, JoinConfirmation } from '#lib/contract/applications.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseJson, parseQuery } from '#lib/server/http/parse-request.ts';
import { signInBrowser, writeSignInCookies } from '#lib/server/http/sign-in-cookies.ts';
import { getOpenInvitation } from '#lib/server/invitations/open-invitation.ts';

import { apply, getJoinTerms } from './apply.ts';
import { confirmApplication } from './confirm.ts';

const JoinQuery = z.object({ invitation: z.optional(z.string()) });

/** How guests become members. */
export const join = new Hono<Env>()
  .get('/terms', async (c) => {
    const { invitation } = parseQuery(c, JoinQuery);
    const ctx = c.get('ctx');
    const found = invitation === undefined ? null : await getOpenInvitation(ctx, invitation);
    const terms = await getJoinTerms(ctx);
    return c.json({ data: { ...terms, invitation: found && { role: found.role } } });
  })
  .post('/', async (c) => {
    const input = await parseJson(c, ApplicationInput);
    return c.json({ data: await apply(c.get('ctx'), input) }, 201);
  })
  .post('/confirm', async (c) => {
    const input = await parseJson(c, JoinConfirmation);
    const joined = await confirmApplication(c.get('ctx'), input, signInBrowser(c));
    if (joined.state === 'joined') writeSignInCookies(c, joined);
    return c.json({ data: { state: joined.state } });
  });
