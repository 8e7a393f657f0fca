import { changeSettings, listSettings } from '#lib/server/notifications/channels/reach-queries.ts';
// Links in emails to members. That one was opened by its member is known by a mark in its URL, of a request of theirs: scanners
// of mail open links too, without a session.
import type { Config } from '#lib/server/platform/config/config.ts';
import type { Ctx } from '#lib/server/platform/context.ts';

export const VIA = 'via';
const VALUE = 'email';

/** @returns the URL of a path of the site, for an email */
export function toEmailLink({ publicUrl }: Pick<Config, 'publicUrl'>, path: string): string {
  const url = new URL(path, publicUrl);
  url.searchParams.set(VIA, VALUE);
  return url.href;
}

// Twice within it is once.
const HOUR_MS = 3_600_000;

/**
 * Notes that the viewer came by a link of an email.
 * @param via what the URL of their request says
 */
export async function noteEmailLink(ctx: Ctx, via: string | undefined): Promise<void> {
  const { viewer, db, now, log } = ctx;
  if (!viewer || via !== VALUE) return;
  try {
    const [own] = await listSettings(db, [viewer.id]);
    if ((own?.email_pressed_at ?? 0) > now() - HOUR_MS) return;
    await changeSettings(db, viewer.id, { email_pressed_at: now() });
  } catch (error) {
    // The page is more than the note.
    log.warn({ event: 'email_link_not_noted', error });
  }
}
