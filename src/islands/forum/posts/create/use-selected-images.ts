import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import type { DraftImage } from '#lib/client/drafts/draft.ts';
import { clearDraft } from '#lib/client/drafts/drafts.ts';
import { type NotStored, saveDraftImages } from '#lib/client/drafts/post-draft.ts';

import {
  type PartitionedFiles,
  partitionFiles,
  type RejectedFile,
  restoreImage,
  type SelectedImage,
  toDraftImages,
  toResizedImages,
} from './selected-images.ts';

/** Confirms leaving the page, because images that are not stored would be lost with it. */
export function useAskBeforeUnload(isLost: boolean): void {
  // A passive effect runs after the paint, when the page would already show the warning.
  useLayoutEffect(() => {
    if (!isLost) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLost]);
}

/**
 * Stores the images with the draft whenever they change.
 * @param isStored whether the initial images are stored
 * @returns the error message if storing failed
 */
function useSaveImages(
  accountId: string,
  selected: SelectedImage[],
  isStored: boolean,
): NotStored | null {
  const [notStored, setNotStored] = useState<NotStored | null>(null);
  const saved = useRef(isStored ? selected : null);
  useEffect(() => {
    if (saved.current === selected) return undefined;
    saved.current = selected;
    let isCurrent = true;
    const save = async (images: DraftImage[]) => {
      if (!isCurrent) return;
      const reason = await saveDraftImages(accountId, images);
      setNotStored(reason);
      // The images now include the shared ones.
      if (!reason) await clearDraft({ accountId, kind: 'shared' });
    };
    void save(toDraftImages(selected));
    void toResizedImages(selected).then(save);
    return () => {
      isCurrent = false;
    };
  }, [accountId, selected]);
  return notStored;
}

/**
 * The images selected so far, and functions to add and remove them.
 * @param stored the initial images
 * @param shared from another app, added as if selected here
 */
export function useImageSelection(stored: DraftImage[], shared: PartitionedFiles | null = null) {
  const [selected, setSelected] = useState(() => [
    ...stored.map(restoreImage),
    ...(shared?.accepted ?? []),
  ]);
  const [rejected, setRejected] = useState<RejectedFile[]>(shared?.rejected ?? []);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    for (const { url } of selected) urls.current.add(url);
  }, [selected]);
  useEffect(() => {
    const created = urls.current;
    return () => created.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  const add = async (files: Iterable<File>) => {
    const partition = await partitionFiles(files);
    setRejected(partition.rejected);
    setSelected((before) => [...before, ...partition.accepted]);
  };
  const remove = (id: number) => {
    setRejected([]);
    setSelected((before) => before.filter((each) => each.id !== id));
  };
  return { selected, rejected, add, remove, clear: () => setSelected([]) };
}

/** The images of a new post, which are stored with its draft. */
export function useSelectedImages(
  accountId: string,
  stored: DraftImage[],
  shared: PartitionedFiles | null,
) {
  const images = useImageSelection(stored, shared);
  const notStored = useSaveImages(accountId, images.selected, shared === null);
  useAskBeforeUnload(notStored !== null && images.selected.length > 0);
  return { ...images, notStored };
}

export type SelectedImages = ReturnType<typeof useSelectedImages>;
