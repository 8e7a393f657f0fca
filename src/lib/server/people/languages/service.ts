import type { LanguageNote } from '#lib/contract/people/languages.ts';
import { catalogues } from '#lib/messages/catalogues.ts';
import { SOURCE } from '#lib/messages/codes.ts';
import { languageName } from '#lib/messages/names/language-name.ts';
import { runInLanguage } from '#lib/messages/t.ts';
import { updateMember } from '#lib/server/people/members/queries.ts';
import { lockViewer } from '#lib/server/people/sessions/service.ts';
import type { Ctx } from '#lib/server/platform/context.ts';
import { transact } from '#lib/server/platform/db/transact.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { fieldError } from '#lib/server/platform/errors.ts';
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
  // Each is an email to staff.
  languageNotes: {
    what: 'notes about the words of a language, from all networks',
    points: 100,
    seconds: DAY,
  },
});

/** Stores the language of a member, for all of their devices; that of a guest is in a cookie. */
export async function storeLanguage(ctx: Ctx, language: string): Promise<void> {
  const { viewer } = ctx;
  if (!viewer) return;
  await transact(ctx, { invalidates: [] }, async (tx) => {
    await lockViewer(ctx, tx, { allowsSuspended: true });
    await updateMember(tx, viewer.id, { language });
  });
}

/**
 * Sends staff what sounds wrong in a language.
 * @throws AppError invalid for a language without a catalogue, rate_limited
 */
export async function sendLanguageNote(ctx: Ctx, { language, note }: LanguageNote): Promise<void> {
  if (!Object.hasOwn(catalogues, language)) throw fieldError('language', 'invalid');
  await ctx.limits.consume(LIMITS.languageNoteNetwork, ipPrefix(ctx.ip));
  await ctx.limits.consume(LIMITS.languageNotes, 'all');
  const from = ctx.viewer ? `Member ${ctx.viewer.id}` : 'A guest';
  // Staff read English.
  await runInLanguage(SOURCE, () =>
    enqueueEmail(
      ctx,
      ctx.db,
      {
        to: { name: site.community, address: site.contactEmail },
        subject: `What sounds wrong: ${languageName(language)}`,
        paragraphs: [`${from} wrote at ${ctx.config.publicUrl}/languages:`, note],
      },
      WEEK_MS,
    ),
  );
}
