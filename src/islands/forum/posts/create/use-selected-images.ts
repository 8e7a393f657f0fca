import { useEffect, useRef, useState } from 'react';

import { type SelectedImage, type RejectedFile, partitionFiles } from './selected-images.ts';

/** The text is saved as it is written, images are not: leaving the site asks first. */
function useAskBeforeUnload(hasImages: boolean): void {
  useEffect(() => {
    if (!hasImages) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [hasImages]);
}

/** The images of the post that is being written. */
export function useSelectedImages() {
  const [selected, setSelected] = useState<SelectedImage[]>([]);
  const [rejected, setRejected] = useState<RejectedFile[]>([]);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    const created = urls.current;
    return () => created.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  useAskBeforeUnload(selected.length > 0);

  const add = async (files: Iterable<File>) => {
    const partition = await partitionFiles(files);
    for (const { url } of partition.accepted) urls.current.add(url);
    setRejected(partition.rejected);
    setSelected((before) => [...before, ...partition.accepted]);
  };
  const remove = (id: number) => {
    setRejected([]);
    setSelected((before) => before.filter((each) => each.id !== id));
  };
  return { selected, rejected, add, remove };
}

export type SelectedImages = ReturnType<typeof useSelectedImages>;
