import { type RefObject, useEffect, useRef } from 'react';

import { formatDate } from '#islands/ui/format/format-date.ts';
import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { AVATAR } from '#lib/contract/images.ts';
import type { Profile } from '#lib/contract/profile.ts';

import { displayName } from './full-name.ts';
import { PROFILE_ICONS } from './profile-icons.ts';
import { useProfilePicture } from './use-profile-picture.ts';

import styles from './ProfilePicture.module.css';

const SIZE = 128;

interface FileInputProps {
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => Promise<void>;
}

function handleFile(input: HTMLInputElement, onChoose: FileInputProps['onChoose']): void {
  const [file] = input.files ?? [];
  if (file) void onChoose(file);
  // The same file may be selected again after a cancel.
  input.value = '';
}

function FileInput({ ref, onChoose }: FileInputProps) {
  // A file selected before hydration is not lost.
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
      aria-label="Photo"
      onChange={({ target }) => handleFile(target, onChoose)}
    />
  );
}

/** The member's picture; a press selects and crops another one. */
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
        <span className="visually-hidden">Change photo</span>
        <span data-avatar>
          <Avatar name={displayName(profile)} picture={profile.profile_picture} size={SIZE} />
        </span>
        <span className={styles.badge}>
          <Icon path={PROFILE_ICONS.camera} />
        </span>
      </button>
      <FileInput ref={input} onChoose={choose} />
      {until && (
        <p className={styles.closed}>You can change your photo from {formatDate(until)}.</p>
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
