import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

interface Props<T> {
  read: () => Promise<T>;
  children: (draft: T) => ReactNode;
}

/** Renders its children once a draft has loaded. */
export function WithDraft<T>({ read, children }: Props<T>) {
  const [found, setFound] = useState<{ draft: T } | null>(null);
  const start = useEffectEvent(read);
  useEffect(() => {
    void start().then((draft) => setFound({ draft }));
  }, []);
  return found && children(found.draft);
}
