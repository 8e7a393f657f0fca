import { LANGUAGES_PATH, staffMemberPath } from '#lib/contract/paths.ts';
import type { LanguageNote } from '#lib/contract/people/languages.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { languageName } from '#lib/messages/names/language-name.ts';
import { runInLanguage, t } from '#lib/messages/t.ts';
import { findAnyMember, updateMember } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/viewer/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
import { readerLanguage } from '#lib/server/platform/member-language.ts';
import { defineLimits } from '#lib/server/platform/rate-limits/define-limits.ts';
import { ipPrefix } from '#lib/server/platform/rate-limits/ip-prefix.ts';
import { site } from '#lib/site.ts';

const WEEK_MS = 604_800_000;
const HOUR = 3600;
const DAY = 86_400;

export const LIMITS = defineLimits({
  languageNoteNetwork: {
    what: 'notes about the words of a language, from one network',
    points: 10,
    seconds: HOUR,
  },
  // Each sends an email to staff.
  languageNotes: {
    what: 'notes about the words of a language, from all networks',
    points: 100,
    seconds: DAY,
  },
});

/** Stores a member's language, for all of their devices; a guest's is in a cookie. */
export async function storeLanguage(ctx: Ctx, language: string): Promise<void> {
  const { viewer } = ctx;
  if (!viewer) return;
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await updateMember(tx, viewer.id, { language });
  });
}

/** Sends a note about wrong wording in a language to staff. */
export async function sendLanguageNote(ctx: Ctx, { language, note }: LanguageNote): Promise<void> {
  if (!Object.hasOwn(catalogues, language)) throw fieldError('language', 'invalid');
  await ctx.limits.consume(LIMITS.languageNoteNetwork, ipPrefix(ctx.ip));
  await ctx.limits.consume(LIMITS.languageNotes, 'all');
  const address = site.contactEmail;
  const reader = await findAnyMember(ctx.db, 'email', address.toLowerCase());
  const { viewer, config } = ctx;
  const url = config.publicUrl + LANGUAGES_PATH;
  const email = () => ({
    to: { name: site.community, address },
    subject: t('email.language_note_subject', { language: languageName(language) }),
    paragraphs: [
      viewer
        ? t('email.language_note_member', { name: viewer.account.name, url })
        : t('email.language_note_guest', { url }),
      note,
      ...(viewer ? [config.publicUrl + staffMemberPath(viewer.id)] : []),
    ],
  });
  // In the language of the staff member with this address.
  await runInLanguage(await readerLanguage(ctx.db, reader?.member_id ?? null), () =>
    enqueueEmail(ctx, ctx.db, email(), WEEK_MS),
  );
}
