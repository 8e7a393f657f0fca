import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';

import { Modal } from '#islands/ui/dialog/Modal.tsx';
import { ModalHeader } from '#islands/ui/dialog/ModalHeader.tsx';
import { TextField } from '#islands/ui/form/TextField.tsx';
import { typedNumber } from '#lib/client/drafts/listing-draft.ts';
import { listingStatusMutation } from '#lib/client/exchange/listing-mutations.ts';
import { fieldErrors } from '#lib/client/http/api-error.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Post } from '#lib/contract/forum/posts.ts';
import { t } from '#lib/messages/t.ts';

import styles from '#islands/forum/dialogs/DialogForm.module.css';

interface Props {
  post: Post;
  status: 'open' | 'gone';
  onClose: () => void;
}

const textsOf = (status: Props['status']) =>
  status === 'open'
    ? { title: t('post.some_left'), detail: t('post.some_left_detail') }
    : { title: t('post.all_gone'), detail: t('post.all_gone_detail') };

/** Lets an owner update the remaining amount of a listing. */
export function ListingStatus({ post, status, onClose }: Props) {
  const id = useId();
  const { title, detail } = textsOf(status);
  const { amount = null, amount_left = null, unit, repeat } = post.listing ?? {};
  // Each round of a repeated listing has its own amount.
  const asksAmount = status === 'open' && amount !== null && !repeat;
  const [left, setLeft] = useState(String(amount_left || amount || ''));
  const mutation = useMutation(listingStatusMutation(post.post_id), queryClient());
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const input = { status, amount_left: asksAmount ? typedNumber(left) : null };
    if (!mutation.isPending) mutation.mutate(input, { onSuccess: onClose });
  };
  return (
    <Modal labelledBy={id} onRequestClose={onClose}>
      <form onSubmit={onSubmit}>
        <ModalHeader id={id} title={title} onClose={onClose}>
          <button type="submit" className="button" disabled={mutation.isPending}>
            {mutation.isPending ? t('form.saving') : t('form.save')}
          </button>
        </ModalHeader>
        <div className={styles.fields}>
          <p>{detail}</p>
          {asksAmount && (
            <TextField
              label={t('post.how_many_left', { unit: unit ?? '' })}
              inputMode="numeric"
              autoComplete="off"
              data-focus
              value={left}
              error={fieldErrors(mutation.error)['amount_left']}
              onChange={({ target }) => setLeft(target.value)}
            />
          )}
        </div>
      </form>
    </Modal>
  );
}
