import { Hono } from 'hono';

import { InvitationInput, InvitationList } from '#lib/contract/invitations.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { getInvitation, listInvitations, makeInvitation, revokeInvitation } from './service.ts';

/** Invitations, for staff. */
export const invitations = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listInvitations(c.get('ctx'), parseQuery(c, InvitationList)) }),
  )
  .post('/', async (c) => {
    const input = await parseJson(c, InvitationInput);
    return c.json({ data: await makeInvitation(c.get('ctx'), input) }, 201);
  })
  .get('/:id', async (c) =>
    c.json({ data: await getInvitation(c.get('ctx'), parseId(c, 'invitation')) }),
  )
  .delete('/:id', async (c) =>
    c.json({ data: await revokeInvitation(c.get('ctx'), parseId(c, 'invitation')) }),
  );
