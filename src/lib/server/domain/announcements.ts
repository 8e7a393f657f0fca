import type { Announcement } from '#lib/contract/notifications.ts';
import { transact } from '#lib/server/db/transact.ts';
import { newId } from '#lib/server/ids.ts';
import { findByEmail } from '#lib/server/queries/members.ts';
import { insertNotification } from '#lib/server/queries/notifications.ts';
import { publishDraft } from '#lib/server/queries/resources.ts';

import type { Services } from './context.ts';
import { tellOfResource } from './notices.ts';
import { notFound, Refusal } from './refusals.ts';

async function memberId({ db }: Services, email: string): Promise<string> {
  const member = await findByEmail(db, email.trim().toLowerCase());
  if (!member) throw new Refusal('not_found', `No member has the address ${email}.`);
  return member.member_id;
}

/**
 * Passes on what a sister system has to say (design 5).
 * @param email of the member it is for, or null for everyone
 * @throws Refusal not_found
 */
export async function announce(
  services: Services,
  email: string | null,
  { type, title, content, link_data }: Announcement,
): Promise<void> {
  const subject_id = email && (await memberId(services, email));
  await insertNotification(services.db, {
    id: newId(),
    type,
    audience: subject_id ? 'member' : 'everyone',
    subject_id,
    link_data,
    title,
    content,
    created_at: services.now(),
    once_key: null,
  });
}

/**
 * Publishes a resource that was a draft, and tells everyone: one row, however many members there are (design 5).
 * @returns its title
 * @throws Refusal not_found when there is no such draft
 */
export async function publishResource(services: Services, id: string): Promise<string> {
  const title = await transact(services.db, async (tx) => {
    const resource = await publishDraft(tx, id, services.now());
    if (!resource) throw notFound('draft');
    await tellOfResource(services, tx, { id, title: resource.title });
    return resource.title;
  });
  services.changed('eduhub');
  return title;
}
