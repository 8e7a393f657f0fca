import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';

const HINTS = {
  explore: 'Share what your harvest left behind, or what you need.',
  own: 'Your posts will show up here. Share what you have to give, or what you need.',
  theirs: 'No posts yet. Follow this member to hear when they share something.',
};

/** An empty list of posts, for a member. */
export const NoPosts = ({ list }: { list: keyof typeof HINTS }) => (
  <EmptyState icon={ICONS.sheaf} title="No posts found">
    <p>{HINTS[list]}</p>
    {list !== 'theirs' && (
      <button type="button" className="button" data-open-post>
        <Icon path={ICONS.plus} />
        {list === 'own' ? 'Write your first post' : 'Write the first post'}
      </button>
    )}
  </EmptyState>
);
