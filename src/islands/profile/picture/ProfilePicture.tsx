import { type RefObject, useEffect, useRef, useState } from 'react';

import { displayName } from '#islands/profile/full-name.ts';
import { PROFILE_ICONS } from '#islands/profile/profile-icons.ts';
import { formatDate } from '#islands/ui/format/format-date.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { withContentType } from '#islands/ui/media/with-content-type.ts';
import { offlineError } from '#lib/client/http/api-error.ts';
import { offerReload } from '#lib/client/page/offer-reload.ts';
import { preloadToasts } from '#lib/client/toasts/toasts.ts';
import { AVATAR } from '#lib/contract/images.ts';
import { IMAGE_MESSAGES } from '#lib/contract/messages/images.ts';
import { PROFILE_MESSAGES } from '#lib/contract/messages/profile.ts';
import type { Profile } from '#lib/contract/people/profile.ts';
import { t } from '#lib/messages/t.ts';

import type { CropDialog } from './CropDialog.tsx';

import styles from './ProfilePicture.module.css';

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

/** The picture being selected and cropped. The crop dialog loads with the first picture. */
function useProfilePicture() {
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

const SIZE = 128;

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => Promise<void>;
}

function handleFile(input: HTMLInputElement, onChoose: FileInputProps['onChoose']): void {
  const [file] = input.files ?? [];
  if (file) void onChoose(file);
  // Allows the same file to be selected again after a cancel.
  input.value = '';
}

function FileInput({ ref, onChoose }: FileInputProps) {
  // Takes over a file selected before hydration.
  useEffect(() => {
    if (ref.current) handleFile(ref.current, onChoose);
  }, [ref, onChoose]);
  return (
    <input
      ref={ref}
      type="file"
      name={AVATAR.field}
      accept={AVATAR.types.join(',')}
      hidden
      aria-label={t('account.photo')}
      onChange={({ target }) => handleFile(target, onChoose)}
    />
  );
}

/** The member’s picture. A press selects and crops a new one. */
export function ProfilePicture({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const { cropping, problem, choose, leave } = useProfilePicture();
  const until = profile.avatar_closed_until;
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        disabled={until !== undefined}
        onClick={() => input.current?.click()}
      >
        <span className="visually-hidden">{t('account.change_photo')}</span>
        <span data-avatar>
          <Avatar name={displayName(profile)} picture={profile.profile_picture} size={SIZE} />
        </span>
        <span className={styles.badge}>
          <Icon path={PROFILE_ICONS.camera} />
        </span>
      </button>
      <FileInput ref={input} onChoose={choose} />
      {until && (
        <p className={styles.closed}>{t('account.photo_from', { day: formatDate(until) })}</p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {cropping && <cropping.Dialog url={cropping.url} onClose={leave} />}
    </>
  );
}
