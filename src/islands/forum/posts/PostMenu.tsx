import type { MouseEvent } from 'react';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { Menu } from '#islands/ui/dialog/Menu.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import type { Post } from '#lib/contract/posts.ts';

/** The menu of a post: update and delete the own, report others. */
export function PostMenu({ post }: { post: Post }) {
  const open =
    (kind: 'update' | 'delete' | 'report') =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      // The menu closes with its buttons, so the focus returns to the menu's own button.
      const opener = currentTarget.parentElement?.previousElementSibling ?? currentTarget;
      void openDialog({ kind, post }, opener as HTMLElement);
    };
  if (!post.post_owner)
    return (
      <Menu label="Post menu">
        <button type="button" onClick={open('report')}>
          <Icon name="flag" />
          Report
        </button>
      </Menu>
    );
  return (
    <Menu label="Post menu">
      <button type="button" onClick={open('update')}>
        <Icon name="pencil" />
        Update
      </button>
      <button type="button" data-danger onClick={open('delete')}>
        <Icon name="trash" />
        Delete
      </button>
    </Menu>
  );
}
