// Marks links in emails to members. An opened link counts only in a request of the logged-in member: mail scanners
// open links, too, without a session.
import { changeSettings, listSettings } from '#lib/server/notifications/channels/reach-queries.ts';
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

// Repeated clicks within an hour count once.
const HOUR_MS = 3_600_000;

/**
 * Records that the viewer came through a link in an email.
 * @param via the mark in the URL of the request
 */
export async function noteEmailLink(ctx: Ctx, via: string | undefined): Promise<void> {
  const { viewer, db, now, log } = ctx;
  if (!viewer || via !== VALUE) return;
  try {
    const [own] = await listSettings(db, [viewer.id]);
    if ((own?.email_pressed_at ?? 0) > now() - HOUR_MS) return;
    await changeSettings(db, viewer.id, { email_pressed_at: now() });
  } catch (error) {
    // The page matters more than this record.
    log.warn({ event: 'email_link_not_noted', error });
  }
}
