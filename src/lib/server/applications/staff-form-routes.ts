import { Hono } from 'hono';

import { DeclineInput } from '#lib/contract/applications.ts';
import { toId } from '#lib/contract/ids.ts';
import { APPLICATIONS_PATH } from '#lib/contract/join-paths.ts';
import type { Ctx } from '#lib/server/context.ts';
import { notFound } from '#lib/server/errors.ts';
import type { Env } from '#lib/server/http/env.ts';
import type { RenderRejected } from '#lib/server/http/page-forms.ts';
import { parse } from '#lib/server/http/parse-request.ts';
import { handleStaffForm, type StaffForm } from '#lib/server/http/staff-forms.ts';

import { admitApplication, declineApplication } from './service.ts';

/** @throws AppError application_not_found */
function idOf({ values }: StaffForm): string {
  const id = toId(values.get('application_id') ?? '');
  if (!id) throw notFound('application');
  return id;
}

const ACTIONS = {
  async admit(ctx: Ctx, form: StaffForm) {
    const { application_id } = await admitApplication(ctx, idOf(form));
    return `${APPLICATIONS_PATH}?done=admit&application=${application_id}`;
  },
  async decline(ctx: Ctx, form: StaffForm) {
    const id = idOf(form);
    const input = parse(DeclineInput, { reason: form.values.get('reason') ?? '' });
    await declineApplication(ctx, id, input);
    return `${APPLICATIONS_PATH}?done=decline&application=${id}`;
  },
};

/** The plain forms of the staff's page of applications. */
export const applicationForms = (render: RenderRejected | undefined) =>
  new Hono<Env>().post('/', handleStaffForm(render, ACTIONS));
