import { useMutation } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';

import { ConfirmDialog } from '#islands/ui/dialog/ConfirmDialog.tsx';
import { endSessionsMutation } from '#lib/client/people/sessions.ts';
import { queryClient } from '#lib/client/query/query-client.ts';
import type { Session } from '#lib/contract/people/sign-in/sessions.ts';
import { t } from '#lib/messages/t.ts';

interface Props {
  session: Session | 'others';
  /** gets the focus when sessions have ended and their button has disappeared */
  heading: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Ends one session, or all but this one, after a confirmation. */
export function EndSession({ session, heading, onClose }: Props) {
  const { mutate, isPending } = useMutation(endSessionsMutation, queryClient());
  const nextFocus = useRef<HTMLElement>(null);
  // The focus can move only after the dialog has closed.
  useEffect(() => () => nextFocus.current?.focus(), []);
  const onSuccess = () => {
    nextFocus.current = heading.current;
  };
  return (
    <ConfirmDialog
      question={
        session === 'others'
          ? t('session.end_others')
          : t('session.end_one', { device: session.device })
      }
      detail={t('session.detail')}
      cancelLabel={t('form.cancel')}
      confirmLabel={t('shell.log_out')}
      isPending={isPending}
      onCancel={onClose}
      onConfirm={() => mutate(session, { onSuccess, onSettled: onClose })}
    />
  );
}
