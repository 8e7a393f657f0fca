import { recordAct } from '#lib/server/people/audit-log/record-act.ts';
import { getMemberOrThrow } from '#lib/server/people/members/manage-members.ts';
import type { Services } from '#lib/server/platform/context.ts';

import { writeZip } from './write-zip.ts';

/**
 * Writes all that names a member to a zip, for an operator.
 * @param path of the file, which must not exist
 * @returns the member's name
 * @throws AppError unknown_member
 * @throws the file system's own error
 */
export async function exportMember(
  services: Services,
  idOrEmail: string,
  path: string,
): Promise<string> {
  const { member_id, first_name, last_name } = await getMemberOrThrow(services, idOrEmail);
  await writeZip(services, member_id, path);
  await recordAct(services.db, {
    actorId: null,
    act: 'member.exported',
    targetType: 'member',
    targetId: member_id,
  });
  return `${first_name} ${last_name}`;
}
