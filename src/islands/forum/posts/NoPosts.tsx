import { EmptyState } from '#islands/ui/feedback/EmptyState.tsx';
import { Icon } from '#islands/ui/Icon.tsx';
import { ICONS } from '#islands/ui/icons.ts';
import { t } from '#lib/messages/t.ts';

type List = 'explore' | 'own' | 'theirs';

function hintOf(list: List): string {
  if (list === 'explore') return t('feed.none_hint');
  return list === 'own' ? t('feed.none_own') : t('feed.none_theirs');
}

/** The empty state of a member’s list of posts. */
export const NoPosts = ({ list }: { list: List }) => (
  <EmptyState icon={ICONS.sheaf} title={t('feed.none')}>
    <p>{hintOf(list)}</p>
    {list !== 'theirs' && (
      <button type="button" className="button" data-open-post>
        <Icon path={ICONS.plus} />
        {list === 'own' ? t('feed.write_your_first') : t('feed.write_first')}
      </button>
    )}
  </EmptyState>
);
