import { toId } from '#lib/contract/ids.ts';
import type {
  Application,
  ApplicationList,
  ApplicationPage,
  DeclineInput,
} from '#lib/contract/people/applications.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { ApplicationTable } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, notFound } from '#lib/server/platform/errors.ts';
import { storedLanguage } from '#lib/server/platform/member-language.ts';
import { toPage, withLookahead } from '#lib/server/platform/pagination.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';

import { admittedEmail, declinedEmail, listedEmail } from './apply.ts';
import { createJoinLink, isListed, LINK_DAYS, LINK_MS } from './confirm.ts';
import * as queries from './queries.ts';

const DAY_MS = 86_400_000;
/** For how many days unsuccessful applications are stored. */
const STORED_DAYS = { unconfirmed: 7, declined: 30, waiting: 180, ofMembers: 1 };

const toApplication = (row: ApplicationTable): Application => ({
  application_id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  email: row.email,
  phone: row.contact_phone,
  role: row.role,
  town: row.town,
  about: row.about,
  // Staff see no other states.
  state: row.status as Application['state'],
  reason: row.reason,
  created_at: new Date(row.created_at).toISOString(),
});

/** Lists applications for staff, newest first. */
export async function listApplications(ctx: Ctx, list: ApplicationList): Promise<ApplicationPage> {
  requireStaffViewer(ctx);
  const rows = await queries.listApplications(ctx.db, list.state, withLookahead(list));
  const { items, nextCursor } = toPage(rows, list.limit, ({ id }) => id);
  return { applications: items.map(toApplication), nextCursor };
}

/** Lists the applications that wait for staff, the oldest first. */
export async function listWaitingApplications(ctx: Ctx, limit: number): Promise<Application[]> {
  requireStaffViewer(ctx);
  return (await queries.listWaiting(ctx.db, limit)).map(toApplication);
}

/**
 * Finds an applicant's name, for staff.
 * @param param an id, or an invalid value
 * @returns null when not found
 */
export async function findApplicantName(ctx: Ctx, param: string): Promise<string | null> {
  requireStaffViewer(ctx);
  const id = toId(param);
  const row = id && (await queries.findApplication(ctx.db, id));
  return row ? `${row.first_name} ${row.last_name}` : null;
}

interface Decision {
  act: 'application.admitted' | 'application.declined';
  from: ApplicationTable['status'][];
  values: Pick<ApplicationTable, 'status' | 'reason' | 'token_hash' | 'token_expires_at'>;
  email: (to: Email['to'], row: ApplicationTable) => Email;
}

async function decide(ctx: Ctx, id: string, decision: Decision): Promise<Application> {
  const { id: actorId } = requireStaffViewer(ctx);
  if (!(await queries.findApplication(ctx.db, id))) throw notFound('application');
  return transact(ctx, { invalidates: [] }, async (tx) => {
    await lockStaffViewer(ctx, tx, decision.act);
    const by = { decided_by: actorId, decided_at: ctx.now() };
    const row = await queries.decideApplication(tx, id, decision.from, {
      ...decision.values,
      ...by,
    });
    if (!row) throw new AppError('application_decided');
    const to = { name: `${row.first_name} ${row.last_name}`, address: row.email };
    await runInLanguage(storedLanguage(row.language), () =>
      enqueueEmail(ctx, tx, decision.email(to, row), LINK_MS),
    );
    const target = { targetType: 'application', targetId: id } as const;
    // Without the reason: the log is stored for years, declined applications are not.
    await recordAct(tx, { actorId, act: decision.act, ...target, details: { role: row.role } });
    return toApplication(row);
  });
}

/** Admits an applicant: an email contains the link that creates the account. Repeating this sends a new link. */
export function admitApplication(ctx: Ctx, id: string): Promise<Application> {
  const { link, stored } = createJoinLink(ctx);
  return decide(ctx, id, {
    act: 'application.admitted',
    from: ['waiting', 'admitted'],
    values: { status: 'admitted', reason: null, ...stored },
    email: (to, row) => (isListed(row) ? listedEmail : admittedEmail)(to, link, LINK_DAYS),
  });
}

/** Declines an applicant, with the reason by email. */
export const declineApplication = (
  ctx: Ctx,
  id: string,
  { reason }: DeclineInput,
): Promise<Application> =>
  decide(ctx, id, {
    act: 'application.declined',
    from: ['waiting'],
    values: { status: 'declined', reason, token_hash: null, token_expires_at: null },
    email: (to) => declinedEmail(to, reason),
  });

/** Deletes expired links, declined applications, and those that have waited for half a year. */
export function deleteExpiredApplications({ db, now }: Services) {
  const daysAgo = (days: number) => now() - days * DAY_MS;
  return queries.deleteExpired(db, {
    unconfirmed: daysAgo(STORED_DAYS.unconfirmed),
    declined: daysAgo(STORED_DAYS.declined),
    waiting: daysAgo(STORED_DAYS.waiting),
    ofMembers: daysAgo(STORED_DAYS.ofMembers),
  });
}
