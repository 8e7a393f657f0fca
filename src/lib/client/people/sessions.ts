import { mutationOptions, queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { accountErrorToast } from '#lib/client/toasts/forum-toasts.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import type { Session, SessionList } from '#lib/contract/people/sign-in/sessions.ts';
import { t } from '#lib/messages/t.ts';

const PATH = 'web/account/sessions';

const sessionsBody = hasKeys<SessionList>('sessions');

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => requestData(PATH, sessionsBody, { signal }),
});

/** Ends one session, or all but the current one. */
export const endSessionsMutation = mutationOptions({
  mutationFn: (session: Session | 'others') => {
    const path = session === 'others' ? PATH : `${PATH}/${encodeURIComponent(session.session_id)}`;
    return requestData(path, sessionsBody, { method: 'delete' });
  },
  onSuccess: (left, session, _result, { client }) => {
    client.setQueryData(sessionsQuery.queryKey, left);
    const ended =
      session === 'others'
        ? t('session.others_ended')
        : t('session.ended', { device: session.device });
    showToast('AppToast', 'success', ended);
  },
  meta: { errorToast: { ...accountErrorToast, redirectsToSignIn: true } },
});
