import { Hono } from 'hono';

import { Overview } from '#lib/contract/app/overview.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';
import type { Env } from '#lib/server/platform/http/env.ts';
import { handleForms, type RenderRejected } from '#lib/server/platform/http/page-forms.ts';

import { getOverview } from './service.ts';
import { testEmail } from './test-email.ts';

/** The overview for staff. */
export const calls = {
  'GET /admin/overview': call({
    summary: 'See what waits for staff',
    response: Overview,
    run: getOverview,
  }),
} satisfies Calls;

/** The plain form by which staff try the mail server; its page shows the result, which is not stored. */
export const mailTestForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post(
    '/',
    handleForms(render, {
      send: async (ctx, { c }) => {
        c.set('mailTest', await testEmail(ctx));
        return render ? render(c) : c.body(null, 204);
      },
    }),
  );
