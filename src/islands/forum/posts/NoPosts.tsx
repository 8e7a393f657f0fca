import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

const HINTS = {
  explore: 'Say what your harvest leaves behind, or what you are looking for.',
  own: 'Your posts appear here. Say what you have to give, or what you are looking for.',
  theirs: 'Posts of this member appear here. Follow to be notified.',
};

/** An empty list of posts, for a member. */
export const NoPosts = ({ list }: { list: keyof typeof HINTS }) => (
  <EmptyState icon={ICONS.sheaf} title="No posts found">
    <p>{HINTS[list]}</p>
    {list !== 'theirs' && (
      <button type="button" className="button" data-open-post>
        <Icon path={ICONS.plus} />
        Write the first post
      </button>
    )}
  </EmptyState>
);
