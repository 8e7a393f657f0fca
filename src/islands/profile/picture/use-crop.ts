import { useMutation } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { PercentCrop } from 'react-image-crop';

import { errorSentence, isSignedOut } from '#lib/client/http/api-error.ts';
import { avatarMutation } from '#lib/client/people/profile.ts';
import { queryClient } from '#lib/client/query/query-client.ts';

import { cropToSquare, fitInto, initialCrop, MAX_ZOOM, scaleCrop } from './crop.ts';

interface Selection {
  crop: PercentCrop;
  /** of the image when all of it is seen, in CSS pixels */
  width: number;
  /** how many times larger it is now */
  zoom: number;
}

/** The square keeps its size on the screen, and has a smaller part of a larger image. */
function zoomSelection(current: Selection, next: number): Selection {
  const zoom = Math.min(Math.max(next, 1), MAX_ZOOM);
  return { ...current, zoom, crop: scaleCrop(current.crop, current.zoom / zoom) };
}

/** The square that is being selected, and how large the image is. */
function useSelection(image: RefObject<HTMLImageElement | null>) {
  const [selection, setSelection] = useState<Selection>();
  const change = (next: (current: Selection) => Selection) =>
    setSelection((current) => current && next(current));
  const begin = (frame: HTMLElement) => {
    const { current: shown } = image;
    if (!shown) return;
    const size = fitInto({ width: frame.clientWidth, height: frame.clientHeight }, shown);
    setSelection({ crop: initialCrop(size), width: size.width, zoom: 1 });
  };
  const move = (crop: PercentCrop) => change((current) => ({ ...current, crop }));
  const zoomTo = (zoom: number) => change((current) => zoomSelection(current, zoom));
  return { selection, begin, move, zoomTo };
}

/** The square that is being selected, and how it is saved. */
export function useCrop(image: RefObject<HTMLImageElement | null>, onSaved: () => void) {
  const selecting = useSelection(image);
  const { mutate, isPending, error } = useMutation(avatarMutation, queryClient());
  const { selection } = selecting;
  const save = () => {
    if (image.current && selection && !isPending)
      mutate(cropToSquare(image.current, selection.crop), { onSuccess: onSaved });
  };
  const failure = error
    ? { message: errorSentence(error), isSignedOut: isSignedOut(error) }
    : undefined;
  return { ...selecting, save, isPending, failure };
}
