import * as z from 'zod/mini';

import { Round } from '#lib/contract/exchange/appointments.ts';
import { call, type Calls } from '#lib/server/platform/http/calls.ts';

import { listRoundsAhead } from './list-rounds.ts';

/** The rounds of repeating listings. */
export const calls = {
  'GET /web/forum/posts/:id/rounds': call({
    summary: 'List the rounds of a listing that are ahead',
    token: true,
    response: z.array(Round),
    ids: { id: 'post' },
    run: (ctx, { id }) => listRoundsAhead(ctx, id),
  }),
} satisfies Calls;
