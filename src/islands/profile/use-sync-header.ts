import { useEffect, useRef } from 'react';

import type { Profile } from '#lib/contract/profile.ts';

import { displayName } from './full-name.ts';

/**
 * Shows a new name and picture in the page's header, which the server rendered.
 * @returns a ref for the card whose picture is copied
 */
export function useSyncHeader(profile: Profile) {
  const card = useRef<HTMLElement>(null);
  const name = displayName(profile);
  const picture = profile.profile_picture;
  useEffect(() => {
    const avatar = card.current?.querySelector('[data-avatar] > *');
    const corner = document.querySelector('[data-viewer-avatar]');
    if (avatar) corner?.replaceChildren(avatar.cloneNode(true));
    document.querySelector('[data-viewer-name]')?.replaceChildren(name);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the picture is in what is copied
  }, [name, picture]);
  return card;
}
