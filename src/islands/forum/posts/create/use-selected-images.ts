import { useEffect, useRef, useState } from 'react';

import { type Chosen, type Refused, sortFiles } from './selected-images.ts';

/** The pictures of the post that is being written. */
export function usePictures() {
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const [refused, setRefused] = useState<Refused[]>([]);
  const urls = useRef(new Set<string>());

  useEffect(() => {
    const kept = urls.current;
    return () => kept.forEach((url) => URL.revokeObjectURL(url));
  }, []);

  const add = (files: Iterable<File>) => {
    const sorted = sortFiles(files);
    for (const { url } of sorted.taken) urls.current.add(url);
    setRefused(sorted.refused);
    setChosen((before) => [...before, ...sorted.taken]);
  };
  const remove = (id: number) => {
    setRefused([]);
    setChosen((before) => before.filter((each) => each.id !== id));
  };
  return { chosen, refused, add, remove };
}

export type Pictures = ReturnType<typeof usePictures>;
