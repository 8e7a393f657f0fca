import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { PercentCrop } from 'react-image-crop';

import { isSignedOut } from '#lib/client/http/api-error.ts';
import { errorSentence } from '#lib/client/http/error-sentence.ts';
import { avatarMutation } from '#lib/client/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';

import { cropToSquare, initialCrop } from './crop.ts';

/** The square that is being selected, and how it is saved. */
export function useCrop(image: RefObject<HTMLImageElement | null>, onSaved: () => void) {
  const [crop, setCrop] = useState<PercentCrop>();
  const { mutate, isPending, error } = useMutation(avatarMutation, queryClient());
  const begin = () => {
    if (image.current) setCrop(initialCrop(image.current));
  };
  const save = () => {
    if (image.current && crop && !isPending)
      mutate(cropToSquare(image.current, crop), { onSuccess: onSaved });
  };
  const onChange = (_: unknown, percent: PercentCrop) => setCrop(percent);
  const failure = error
    ? { message: errorSentence(error), isSignedOut: isSignedOut(error) }
    : undefined;
  return { square: { crop, onChange }, begin, save, isPending, failure };
}
