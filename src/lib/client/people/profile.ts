import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

import { requestData } from '#lib/client/http/request.ts';
import { hasKeys } from '#lib/client/http/response-shape.ts';
import { showToast } from '#lib/client/toasts/toasts.ts';
import { AVATAR } from '#lib/contract/images.ts';
import { SAVED_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { NameInput, PhoneInput, Profile } from '#lib/contract/people/profile.ts';
import type { PasswordChange } from '#lib/contract/people/sign-in/passwords.ts';

const UPLOAD_TIMEOUT_MS = 5 * 60_000;

const profileBody = hasKeys<Profile>('account_id', 'first_name', 'role', 'profile_picture');

/** The member's account, always refetched, also on window focus. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => requestData('web/account/profile', profileBody, { signal }),
  staleTime: 0,
  refetchOnWindowFocus: true,
});

const patch = (path: string, json: unknown) =>
  requestData(`web/account/${path}`, profileBody, { method: 'patch', json });

/** @throws ApiError */
export const saveName = (name: NameInput): Promise<Profile> => patch('profile', name);

/** @throws ApiError */
export const savePhone = (phone: PhoneInput): Promise<Profile> => patch('phone', phone);

/**
 * Changes the password; all other sessions end.
 * @throws ApiError
 */
export const changePassword = (change: PasswordChange): Promise<Profile> =>
  patch('password', change);

function saveAvatar(image: Blob): Promise<Profile> {
  const body = new FormData();
  body.append(AVATAR.field, image, 'avatar.png');
  const timeoutMs = UPLOAD_TIMEOUT_MS;
  return requestData('web/account/avatar', profileBody, { method: 'patch', body, timeoutMs });
}

const isProfileKey = ([first]: readonly unknown[]) => first === profileQuery.queryKey[0];

/** Updates the cached account. Lists with the member's old name or photo are dropped. */
export function updateCachedProfile(client: QueryClient, profile: Profile): void {
  client.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => !isProfileKey(queryKey) });
  client.setQueryData(profileQuery.queryKey, profile);
}

/** Saves the member's photo, a square PNG that may still be in preparation. */
export const avatarMutation = mutationOptions({
  mutationFn: async (image: Promise<Blob>) => saveAvatar(await image),
  onSuccess: (profile, _image, _result, { client }) => {
    updateCachedProfile(client, profile);
    showToast('AppToast', 'success', SAVED_MESSAGES.avatar);
  },
});
