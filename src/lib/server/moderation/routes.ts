import { Hono } from 'hono';

import {
  DecisionInput,
  DecisionList,
  REPORT_KINDS,
  ReasonInput,
  RejectionInput,
  ReplyInput,
} from '#lib/contract/moderation.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { decideAsStaff } from './decide-as-staff.ts';
import { getDecision, listDecisions } from './list-decisions.ts';
import { getReported, listReported } from './list-reports.ts';
import { approvePost, getPendingPost, listPendingPosts, rejectPost } from './pending-posts.ts';
import { addReason, changeReason, listReasons, removeReason } from './reasons.ts';
import { reopenProfile } from './reopen-profile.ts';
import { respondToReply } from './replies.ts';
import { reverseDecision } from './reverse-decision.ts';

const reasons = new Hono<Env>()
  .get('/', async (c) => c.json({ data: { reasons: await listReasons(c.get('ctx')) } }))
  .post('/', async (c) => {
    const { text } = await parseJson(c, ReasonInput);
    return c.json({ data: { reasons: await addReason(c.get('ctx'), text) } }, 201);
  })
  .put('/:id', async (c) => {
    const id = parseId(c, 'reason');
    const { text } = await parseJson(c, ReasonInput);
    return c.json({ data: { reasons: await changeReason(c.get('ctx'), id, text) } });
  })
  .delete('/:id', async (c) => {
    const id = parseId(c, 'reason');
    return c.json({ data: { reasons: await removeReason(c.get('ctx'), id) } });
  });

const decisions = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listDecisions(c.get('ctx'), parseQuery(c, DecisionList)) }),
  )
  .get('/:id', async (c) =>
    c.json({ data: await getDecision(c.get('ctx'), parseId(c, 'decision')) }),
  )
  .post('/:id/response', async (c) => {
    const id = parseId(c, 'decision');
    const { content } = await parseJson(c, ReplyInput);
    return c.json({ data: await respondToReply(c.get('ctx'), id, content) }, 201);
  })
  .post('/:id/reversal', async (c) =>
    c.json({ data: await reverseDecision(c.get('ctx'), parseId(c, 'decision')) }, 201),
  )
  .post('/:id/reopening', async (c) =>
    c.json({ data: await reopenProfile(c.get('ctx'), parseId(c, 'decision')) }, 201),
  );

const pending = new Hono<Env>()
  .get('/', async (c) => c.json({ data: await listPendingPosts(c.get('ctx')) }))
  .get('/:id', async (c) =>
    c.json({ data: await getPendingPost(c.get('ctx'), parseId(c, 'pending_post')) }),
  )
  .post('/:id/approval', async (c) => {
    await approvePost(c.get('ctx'), parseId(c, 'pending_post'));
    return c.json({ data: null }, 201);
  })
  .post('/:id/rejection', async (c) => {
    const id = parseId(c, 'pending_post');
    await rejectPost(c.get('ctx'), id, await parseJson(c, RejectionInput));
    return c.json({ data: null }, 201);
  });

const reports = new Hono<Env>().get('/', async (c) =>
  c.json({ data: await listReported(c.get('ctx')) }),
);
for (const kind of REPORT_KINDS)
  reports
    .get(`/${kind}/:id`, async (c) =>
      c.json({ data: await getReported(c.get('ctx'), kind, parseId(c, kind)) }),
    )
    .post(`/${kind}/:id/decision`, async (c) => {
      const id = parseId(c, kind);
      const input = await parseJson(c, DecisionInput);
      return c.json({ data: await decideAsStaff(c.get('ctx'), { kind, id }, input) }, 201);
    });

/** What staff see and decide of reports. */
export const moderation = new Hono<Env>()
  .route('/reports', reports)
  .route('/decisions', decisions)
  .route('/pending-posts', pending)
  .route('/moderation-reasons', reasons);
