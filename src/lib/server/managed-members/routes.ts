import { Hono } from 'hono';

import {
  EmailInput,
  MemberListQuery,
  ReasonInput,
  RoleInput,
} from '#lib/contract/managed-members.ts';
import { NewMember } from '#lib/contract/new-member.ts';
import { requestEmailChange } from '#lib/server/email-changes/service.ts';
import type { Env } from '#lib/server/http/env.ts';
import { parseId, parseJson, parseQuery } from '#lib/server/http/parse-request.ts';

import { changeRole } from './change-role.ts';
import { listMembers } from './list-members.ts';
import { getMemberRecord, viewContact } from './member-record.ts';
import {
  addMember,
  disableMember,
  enableMember,
  endSessions,
  sendPasswordReset,
} from './service.ts';

/** Members as staff manage them. */
export const managedMembers = new Hono<Env>()
  .get('/', async (c) =>
    c.json({ data: await listMembers(c.get('ctx'), parseQuery(c, MemberListQuery)) }),
  )
  .post('/', async (c) => {
    const account_id = await addMember(c.get('ctx'), await parseJson(c, NewMember));
    return c.json({ data: { account_id } }, 201);
  })
  .get('/:id', async (c) =>
    c.json({ data: await getMemberRecord(c.get('ctx'), parseId(c, 'member')) }),
  )
  // It writes: each access is recorded.
  .post('/:id/contact', async (c) =>
    c.json({ data: await viewContact(c.get('ctx'), parseId(c, 'member')) }),
  )
  .patch('/:id/role', async (c) => {
    const id = parseId(c, 'member');
    await changeRole(c.get('ctx'), id, await parseJson(c, RoleInput));
    return c.json({ data: await getMemberRecord(c.get('ctx'), id) });
  })
  .post('/:id/disable', async (c) => {
    const id = parseId(c, 'member');
    await disableMember(c.get('ctx'), id, await parseJson(c, ReasonInput));
    return c.json({ data: await getMemberRecord(c.get('ctx'), id) });
  })
  .post('/:id/enable', async (c) => {
    const id = parseId(c, 'member');
    await enableMember(c.get('ctx'), id, await parseJson(c, ReasonInput));
    return c.json({ data: await getMemberRecord(c.get('ctx'), id) });
  })
  .delete('/:id/sessions', async (c) => {
    await endSessions(c.get('ctx'), parseId(c, 'member'));
    return c.json({ data: null });
  })
  .post('/:id/password-reset', async (c) => {
    await sendPasswordReset(c.get('ctx'), parseId(c, 'member'));
    return c.json({ data: null });
  })
  .post('/:id/email', async (c) => {
    const id = parseId(c, 'member');
    await requestEmailChange(c.get('ctx'), id, await parseJson(c, EmailInput));
    return c.json({ data: null });
  });
