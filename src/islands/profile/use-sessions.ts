import { useMutation, useQueryClient } from '@tanstack/react-query';

import { redirectToSignIn } from '#lib/client/auth.ts';
import { isSignedOut } from '#lib/client/http/api-error.ts';
import { errorSentence } from '#lib/client/http/error-message.ts';
import { deleteSession, deleteOtherSessions, sessionsQuery } from '#lib/client/sessions.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import type { Session, SessionList } from '#lib/contract/sessions.ts';

interface Ending {
  run: () => Promise<SessionList>;
  /** what is said when it is done */
  said: string;
}

function sayFailed(thrown: unknown): void {
  if (isSignedOut(thrown) && redirectToSignIn()) return;
  showToast('AppToast', 'error', errorSentence(thrown));
}

/** Signs devices out. @param onEnded told when it is done */
export function useSessions(onEnded: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Ending) => run(),
    onSuccess: (left, { said }) => {
      client.setQueryData(sessionsQuery.queryKey, left);
      showToast('AppToast', 'success', said);
      onEnded();
    },
    onError: sayFailed,
  });
  return {
    busy: isPending,
    end: ({ session_id, device }: Session) =>
      mutate({ run: () => deleteSession(session_id), said: `${device} is signed out.` }),
    endOthers: () =>
      mutate({ run: deleteOtherSessions, said: 'All other devices are signed out.' }),
  };
}
