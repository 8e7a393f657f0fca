import { useState } from 'react';

import { withContentType } from '#islands/ui/media/with-content-type.ts';
import { offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { preloadToasts } from '#lib/client/toasts/toasts.ts';
import { AVATAR } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';

import type { CropDialog } from './CropDialog.tsx';

interface Cropping {
  /** an object URL */
  url: string;
  Dialog: typeof CropDialog;
}

const types: readonly string[] = AVATAR.types;

/** @throws when the browser cannot decode the image */
async function decodeImage(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
}

/** The picture that is being selected and cropped. The crop dialog loads with the first picture. */
export function useProfilePicture() {
  const [cropping, setCropping] = useState<Cropping>();
  const [problem, setProblem] = useState('');

  const open = async (file: File) => {
    preloadToasts();
    const { CropDialog: Dialog } = await import('./CropDialog.tsx');
    const url = URL.createObjectURL(file);
    try {
      await decodeImage(url);
      setCropping({ url, Dialog });
    } catch {
      URL.revokeObjectURL(url);
      setProblem(IMAGE_MESSAGES.image_damaged);
    }
  };
  const choose = async (selected: File) => {
    setProblem(selected.size === 0 ? IMAGE_MESSAGES.image_empty : '');
    if (selected.size === 0) return;
    const file = await withContentType(selected);
    if (!types.includes(file.type)) return setProblem(PROFILE_MESSAGES.unsupported_avatar_type);
    await open(file).catch(async (error: unknown) => {
      if (!(await offerReload())) setProblem(offlineError(error).message);
    });
  };
  const leave = () => {
    if (cropping) URL.revokeObjectURL(cropping.url);
    setCropping(undefined);
  };
  return { cropping, problem, choose, leave };
}
