import type {
  ContactProof,
  SiteChange,
  SiteInput,
  SiteState,
} from '#lib/contract/app/site-settings.ts';
import { STAFF_SITE_PATH } from '#lib/contract/paths.ts';
import { RESET_CODE } from '#lib/contract/people/sign-in/password-reset.ts';
import { t } from '#lib/messages/t.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { newCode } from '#lib/server/people/passwords/password-reset/service.ts';
import { lockStaffViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx, Services } from '#lib/server/platform/context.ts';
import type { Executor } from '#lib/server/platform/db/schema.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import type { Email } from '#lib/server/platform/email/email.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { AppError, fieldError } from '#lib/server/platform/errors.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { requireStaffViewer } from '#lib/server/platform/require-viewer.ts';
import { NEW_SITE, setSite, site, type SiteSettings } from '#lib/site.ts';

import { findSettings, upsertSettings } from './queries.ts';

const HOUR = 3600;

export const LIMITS = defineLimits({
  contactEmails: {
    what: 'emails with a code to a new contact of the site',
    points: 10,
    seconds: HOUR,
  },
  contactCode: {
    what: 'wrong codes of a new contact of the site',
    points: RESET_CODE.tries,
    seconds: HOUR,
  },
});

const LIFETIME_MS = RESET_CODE.minutes * 60_000;
const TARGET = { targetType: 'site', targetId: 'site' } as const;
const NO_CODE = { pending_contact: null, code_hmac: null, code_expires_at: null };

/** What a row holds; a new site has none. */
type Row = NonNullable<Awaited<ReturnType<typeof findSettings>>>;

const readSettings = (row: Row | undefined): SiteSettings => ({
  ...NEW_SITE,
  ...(row && (JSON.parse(row.settings) as SiteSettings)),
});

/** Reads what the site shows: before the first request, and when another server or a command has changed it. */
export async function loadSite(db: Executor): Promise<void> {
  const row = await findSettings(db);
  setSite(row?.version ?? 0, readSettings(row));
}

const toState = (row: Row | undefined): SiteState => {
  const { contactEmail, appDownloadUrl, taglines, ...names } = readSettings(row);
  return {
    ...names,
    taglines: taglines as Record<string, string>,
    contact_email: contactEmail,
    app_download_url: appDownloadUrl,
    version: row?.version ?? 0,
    pending_contact: row?.pending_contact ?? null,
  };
};

const toSettings = (input: SiteInput): SiteSettings => ({
  name: input.name,
  community: input.community,
  region: input.region,
  taglines: Object.fromEntries(Object.entries(input.taglines).filter(([, line]) => line !== '')),
  contactEmail: input.contact_email,
  appDownloadUrl: input.app_download_url,
});

/** @returns the settings of the site; `operator site show` prints them */
export const findSite = async ({ db }: Pick<Services, 'db'>): Promise<SiteState> =>
  toState(await findSettings(db));

/** @returns the settings of the site, for staff */
export async function getSite(ctx: Ctx): Promise<SiteState> {
  requireStaffViewer(ctx);
  return findSite(ctx);
}

/** The code in an email from a new contact, to itself. */
const contactEmail = (address: string, code: string): Email => ({
  from: address,
  to: { name: site.community, address },
  subject: t('email.contact_subject', { site: site.name }),
  paragraphs: [
    t('email.contact', { site: site.name }),
    `*${code}*`,
    t('email.contact_how', { path: STAFF_SITE_PATH, minutes: RESET_CODE.minutes }),
  ],
});

/** Stores settings. @throws AppError `site_changed` if others have changed them since `version` */
async function store(
  tx: Executor,
  version: number,
  settings: SiteSettings,
  code: Pick<Row, keyof typeof NO_CODE> = NO_CODE,
): Promise<Row> {
  const row = await upsertSettings(tx, version, { settings: JSON.stringify(settings), ...code });
  if (!row) throw new AppError('site_changed');
  return row;
}

/** Shows what was stored on this server; the others read it when they learn of the change. */
function show(row: Row): SiteState {
  setSite(row.version, readSettings(row));
  return toState(row);
}

/**
 * Changes the site. A new contact only takes effect with the code that is emailed from it and to it, so that a typing
 * error cannot stop the site's emails.
 */
export async function changeSite(ctx: Ctx, { version, ...input }: SiteChange): Promise<SiteState> {
  const { id: actorId } = requireStaffViewer(ctx);
  const code = newCode();
  const row = await transact(ctx, { invalidates: ['site'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'site.changed');
    const before = readSettings(await findSettings(tx));
    const settings = { ...toSettings(input), contactEmail: before.contactEmail };
    const hasNewContact = input.contact_email !== before.contactEmail;
    await recordAct(tx, { actorId, act: 'site.changed', ...TARGET });
    if (!hasNewContact) return store(tx, version, settings);
    await ctx.limits.consume(LIMITS.contactEmails, 'all');
    await enqueueEmail(ctx, tx, contactEmail(input.contact_email, code), LIFETIME_MS);
    return store(tx, version, settings, {
      pending_contact: input.contact_email,
      code_hmac: ctx.secrets.sign('contact', `${input.contact_email} ${code}`),
      code_expires_at: ctx.now() + LIFETIME_MS,
    });
  });
  return show(row);
}

/** Makes the new contact that of the site, with the code from its email. */
export async function proveContact(ctx: Ctx, { code }: ContactProof): Promise<SiteState> {
  const { id: actorId } = requireStaffViewer(ctx);
  await ctx.limits.requireLeft(LIMITS.contactCode, 'all');
  const row = await transact(ctx, { invalidates: ['site'] }, async (tx) => {
    await lockStaffViewer(ctx, tx, 'site.contact_proven');
    const found = await findSettings(tx);
    const { pending_contact: address, code_hmac: hmac, code_expires_at: end } = found ?? NO_CODE;
    if (!found || !address || !hmac || Number(end) < ctx.now()) throw new AppError('site_changed');
    if (!ctx.secrets.verify('contact', `${address} ${code}`, hmac)) return null;
    await recordAct(tx, { actorId, act: 'site.contact_proven', ...TARGET });
    return store(tx, found.version, { ...readSettings(found), contactEmail: address });
  });
  if (row) return show(row);
  await ctx.limits.consume(LIMITS.contactCode, 'all');
  throw fieldError('code', 'wrong_code');
}

/** Sets the whole site for an operator, with its contact. */
export async function loadSettings(services: Services, input: SiteInput): Promise<SiteState> {
  const row = await transact(services, { invalidates: ['site'] }, async (tx) => {
    const before = await findSettings(tx);
    await recordAct(tx, { actorId: null, act: 'site.changed', ...TARGET });
    return store(tx, before?.version ?? 0, toSettings(input));
  });
  return show(row);
}
