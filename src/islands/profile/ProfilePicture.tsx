import { type RefObject, useEffect, useRef } from 'react';

import { Icon } from '#islands/ui/Icon.tsx';
import { Avatar } from '#islands/ui/media/Avatar.tsx';
import { AVATAR, type Profile } from '#lib/contract/profile.ts';

import { shownName } from './full-name.ts';
import { usePicture } from './use-profile-picture.ts';

import styles from './ProfilePicture.module.css';

const SIZE = 128;

interface ChooserProps {
  ref: RefObject<HTMLInputElement | null>;
  onChoose: (file: File) => void;
}

function take(input: HTMLInputElement, onChoose: ChooserProps['onChoose']): void {
  const [file] = input.files ?? [];
  if (file) onChoose(file);
  // The same file may be chosen again after it was cancelled.
  input.value = '';
}

function Chooser({ ref, onChoose }: ChooserProps) {
  // What was chosen before the script came is not lost.
  useEffect(() => {
    if (ref.current) take(ref.current, onChoose);
  }, [ref, onChoose]);
  return (
    <input
      ref={ref}
      type="file"
      name={AVATAR.field}
      accept={AVATAR.types.join(',')}
      hidden
      aria-label="Picture"
      onChange={({ target }) => take(target, onChoose)}
    />
  );
}

/** One's picture; pressed, it lets choose and crop another one (spec 2). */
export function Picture({ profile }: { profile: Profile }) {
  const input = useRef<HTMLInputElement>(null);
  const { cropping, problem, choose, leave } = usePicture();
  return (
    <>
      <button type="button" className={styles.picture} onClick={() => input.current?.click()}>
        <span className="visually-hidden">Change picture</span>
        <span data-avatar>
          <Avatar name={shownName(profile)} picture={profile.profile_picture} size={SIZE} />
        </span>
        <span className={styles.badge}>
          <Icon name="camera" />
        </span>
      </button>
      <Chooser ref={input} onChoose={choose} />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {cropping && <cropping.Dialog url={cropping.url} onLeave={leave} />}
    </>
  );
}
