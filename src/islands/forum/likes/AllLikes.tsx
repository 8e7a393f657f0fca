import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';

import { ListEnd, ListError, ListPaused } from '#islands/forum/posts/ListEnd.tsx';
import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { Spinner } from '#islands/ui/feedback/Spinner.tsx';
import { MemberRow } from '#islands/ui/member/MemberRow.tsx';
import { likesQuery } from '#lib/client/forum/likes.ts';
import { getViewerId } from '#lib/client/http/viewer-id.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { memberPath } from '#lib/contract/paths.ts';
import { roleLabel } from '#lib/messages/names/role-names.ts';
import { t } from '#lib/messages/t.ts';

import styles from './AllLikes.module.css';

const LoadingLikes = () => (
  <output className={styles.wait} aria-label={t('like.loading')}>
    <Spinner />
  </output>
);

function Likes({ postId }: { postId: string }) {
  const [viewerId] = useState(getViewerId);
  const list = useInfiniteQuery(likesQuery(postId), queryClient());
  if (list.isError && !list.data)
    return <ListError error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data)
    return list.fetchStatus === 'paused' ? <ListPaused items="first_likes" /> : <LoadingLikes />;
  const likes = list.data;
  if (likes.length === 0) return <p className={styles.empty}>{t('like.none')}</p>;
  return (
    <>
      <ul className={styles.likes}>
        {likes.map(({ account_id, name, profile_picture, account_type }) => (
          <MemberRow
            key={account_id}
            name={name}
            picture={profile_picture}
            href={memberPath(account_id, account_id === viewerId)}
            subtitle={roleLabel(account_type)}
          />
        ))}
      </ul>
      <ListEnd list={list} count={likes.length} items="likes" skeleton={<LoadingLikes />} />
    </>
  );
}

export function AllLikes({ post, onClose }: { post: Post; onClose: () => void }) {
  const id = useId();
  return (
    <Modal labelledBy={id} onRequestClose={onClose} shape="card">
      <ModalHeader id={id} title={t('like.all')} onClose={onClose} />
      <Likes postId={post.post_id} />
    </Modal>
  );
}
