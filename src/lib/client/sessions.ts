import { queryOptions } from '@tanstack/react-query';

import { SessionList } from '#lib/contract/sessions.ts';

import { requestData } from './http/request.ts';

const PATH = 'web/account/sessions';

/** The devices one is signed in on. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => requestData(PATH, SessionList, { signal }),
});

/** Signs a device out. @returns those that are left @throws ApiError */
export const deleteSession = (id: string): Promise<SessionList> =>
  requestData(`${PATH}/${encodeURIComponent(id)}`, SessionList, { method: 'delete' });

/** Signs out every device but this one. @returns what is left @throws ApiError */
export const deleteOtherSessions = (): Promise<SessionList> =>
  requestData(PATH, SessionList, { method: 'delete' });
