import { useMutation } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';

import { openDialog } from '#islands/forum/dialogs/open-dialog.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { Menu } from '#islands/ui/menu/Menu.tsx';
import { toggleSavedMutation } from '#lib/client/forum/saved-posts.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { blockPath } from '#lib/contract/paths.ts';
import { t } from '#lib/messages/t.ts';

const ownActions = () =>
  [
    { kind: 'update', icon: ICONS.pencil, label: t('post.update') },
    { kind: 'delete', icon: ICONS.trash, label: t('post.delete') },
  ] as const;
const othersActions = () =>
  [{ kind: 'report', icon: ICONS.flag, label: t('post.report') }] as const;

interface Props {
  post: Post;
  /** shown before the other entries */
  children?: ReactNode;
}

function SaveButton({ post }: { post: Post }) {
  const { mutate } = useMutation(toggleSavedMutation, queryClient());
  return (
    <button type="button" className="entry" onClick={() => mutate(post)}>
      <Icon path={ICONS.bookmark} />
      {post.is_saved ? t('post.remove_saved') : t('post.save')}
    </button>
  );
}

/** The menu of a post: its owner updates and deletes it; others save, report or block. */
export function PostMenu({ post, children }: Props) {
  const open = (
    kind: 'update' | 'delete' | 'report',
    { currentTarget }: MouseEvent<HTMLElement>,
  ) => {
    // The button pressed disappears with the menu, so the focus must return to the menu’s own button.
    const opener = currentTarget.parentElement?.previousElementSibling ?? currentTarget;
    void openDialog({ kind, post }, opener as HTMLElement);
  };
  const own = ownActions();
  const actions = post.post_owner ? own.slice(post.is_pending ? 1 : 0) : othersActions();
  return (
    <Menu label={t('post.options', { title: post.title })}>
      {!post.post_owner && <SaveButton post={post} />}
      {children}
      {actions.map(({ kind, icon, label }) => (
        <button
          key={kind}
          type="button"
          className="entry"
          data-danger={kind === 'delete' || undefined}
          onClick={(event) => open(kind, event)}
        >
          <Icon path={icon} />
          {label}
        </button>
      ))}
      {!post.post_owner && (
        <a className="entry" href={blockPath(post.account.account_id)}>
          <Icon path={ICONS.close} />
          {t('post.block')}
        </a>
      )}
    </Menu>
  );
}
