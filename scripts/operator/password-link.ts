import { PASSWORD_LINK_HOURS } from '#lib/contract/people/sign-in/password-reset.ts';
import { recordAct } from '#lib/server/people/audit-log/service.ts';
import { findCredentials } from '#lib/server/people/credentials/queries.ts';
import { getMemberOrThrow } from '#lib/server/people/members/service.ts';
import { createPasswordLink } from '#lib/server/people/passwords/password-link.ts';
import { AppError } from '#lib/server/platform/errors.ts';

import { readMember, type Command } from './command.ts';

/** Explains a printed link to the operator. */
export const describeLink = (name: string, link: string): string =>
  `${name} chooses a password with this link, once, within ${PASSWORD_LINK_HOURS} hours. Give it to nobody else:\n${link}`;

export const passwordLink: Command = {
  summary: 'prints a link with which a member chooses a password, where no email arrives',
  args: ['<member>'],
  read({ args: [value] }) {
    const member = readMember(value);
    return async (services) => {
      const { member_id: id } = await getMemberOrThrow(services, member);
      const found = await findCredentials(services.db, 'id', id);
      if (!found) throw new AppError('member_disabled');
      await recordAct(services.db, {
        actorId: null,
        act: 'member.link_made',
        targetType: 'member',
        targetId: id,
      });
      const { first_name, last_name, password_hash } = found;
      return describeLink(
        `${first_name} ${last_name}`,
        createPasswordLink(services, { id, password_hash }),
      );
    };
  },
};
