import { queryOptions } from '@tanstack/react-query';

import { SessionList } from '#lib/contract/sessions.ts';

import { callData } from './http/request.ts';

const CALL = 'web/account/sessions';

/** The devices one is signed in on. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callData(CALL, SessionList, { signal }),
});

/** Signs a device out. @returns those that are left @throws CallFailed */
export const endDevice = (id: string): Promise<SessionList> =>
  callData(`${CALL}/${encodeURIComponent(id)}`, SessionList, { method: 'delete' });

/** Signs out every device but this one. @returns what is left @throws CallFailed */
export const endOtherDevices = (): Promise<SessionList> =>
  callData(CALL, SessionList, { method: 'delete' });
