import { Hono } from 'hono';

import { DeclineInput } from '#lib/contract/applications.ts';
import { toId } from '#lib/contract/ids.ts';
import { APPLICATIONS_PATH } from '#lib/contract/join-paths.ts';
import type { Ctx } from '#lib/server/context.ts';
import { AppError, notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import type { RenderRejected } from '#lib/server/http/page-forms.ts';
import { limitJsonBody, parse } from '#lib/server/http/parse-request.ts';
import { handleStaffForm } from '#lib/server/http/staff-forms.ts';

import { admitApplication, declineApplication } from './service.ts';

async function decide(ctx: Ctx, form: URLSearchParams): Promise<string> {
  const id = toId(form.get('application_id') ?? '');
  if (!id) throw notFound('application');
  const action = form.get('action');
  if (action === 'admit') await admitApplication(ctx, id);
  else if (action === 'decline')
    await declineApplication(ctx, id, parse(DeclineInput, { reason: form.get('reason') ?? '' }));
  else throw new AppError('invalid');
  return `${APPLICATIONS_PATH}?done=${action}`;
}

/** The plain forms of the staff's page of applications. */
export const applicationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', limitJsonBody, handleStaffForm(render, decide));
