import { useState } from 'react';

import type { Comment } from '#lib/contract/forum/comments.ts';

interface Props {
  newest: Comment | undefined;
  viewerId: string;
}

/** Announces to screen readers what others add while the list is open. */
export function NewestStatus({ newest, viewerId }: Props) {
  const [initial = ''] = useState(newest?.comment_id);
  // Ids are in the order of time: when the newest one was removed, the one before it is not new.
  const isNew = newest && newest.comment_id > initial && newest.account.account_id !== viewerId;
  return (
    <output className="visually-hidden">
      {isNew && `New comment by ${newest.account.name}: ${newest.content}`}
    </output>
  );
}
