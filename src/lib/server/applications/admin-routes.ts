import { Hono } from 'hono';

import { ApplicationList, DeclineInput } from '#lib/contract/applications.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { admitApplication, declineApplication, listApplications } from './service.ts';

/** Applications, for staff. */
export const applications = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listApplications(c.get('ctx'), parseQuery(c, ApplicationList)) }),
  )
  .post('/:id/admit', async (c) =>
    c.json({ data: await admitApplication(c.get('ctx'), parseId(c, 'application')) }),
  )
  .post('/:id/decline', async (c) => {
    const id = parseId(c, 'application');
    const input = await parseJson(c, DeclineInput);
    return c.json({ data: await declineApplication(c.get('ctx'), id, input) });
  });
