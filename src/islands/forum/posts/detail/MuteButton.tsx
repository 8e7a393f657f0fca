import { useMutation } from '@tanstack/react-query';

import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { muteMutation } from '#lib/client/mutes.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/posts.ts';

/** The menu entry that mutes a post or takes the mute back. */
export function MuteButton({ post }: { post: Post }) {
  const { mutate, isPending } = useMutation(muteMutation, queryClient());
  return (
    <button type="button" className="entry" disabled={isPending} onClick={() => mutate(post)}>
      <Icon path={ICONS.bell} />
      {post.is_muted ? 'Turn on notifications' : 'Turn off notifications'}
    </button>
  );
}
