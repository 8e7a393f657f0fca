import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { PercentCrop } from 'react-image-crop';

import { isSignedOut } from '#lib/client/http/api-error.ts';
import { errorSentence } from '#lib/client/http/error-message.ts';
import { saveAvatar, updateCachedProfile } from '#lib/client/profile.ts';
import { hideToasts, showToast } from '#lib/client/toasts/toasts.ts';
import { PROFILE_MESSAGES } from '#lib/contract/profile.ts';

import { cropToSquare, initialCrop } from './crop.ts';

/** The square that is being chosen, and its saving. @param onSaved told when it is done */
export function useCrop(image: RefObject<HTMLImageElement | null>, onSaved: () => void) {
  const client = useQueryClient();
  const [crop, setCrop] = useState<PercentCrop>();
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<{ message: string; isSignedOut: boolean }>();

  const begin = () => {
    if (image.current) setCrop(initialCrop(image.current));
  };
  const send = async (from: HTMLImageElement, square: PercentCrop) => {
    setIsPending(true);
    hideToasts('AppToast');
    setFailure(undefined);
    try {
      updateCachedProfile(client, await saveAvatar(await cropToSquare(from, square)));
      onSaved();
      showToast('AppToast', 'success', PROFILE_MESSAGES.avatarSaved);
    } catch (thrown) {
      const message = errorSentence(thrown);
      setFailure({ message, isSignedOut: isSignedOut(thrown) });
      setIsPending(false);
      showToast('AppToast', 'error', message);
    }
  };
  const save = () => {
    if (image.current && crop && !isPending) void send(image.current, crop);
  };
  const onChange = (_: unknown, percent: PercentCrop) => setCrop(percent);
  return { square: { crop, onChange }, begin, save, isPending, failure };
}
