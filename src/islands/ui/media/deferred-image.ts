import { createContext } from 'react';

/** Whether the pictures below are only fetched when they are tapped (docs/decisions/0020-data-saver.md). */
export const DeferImages = createContext(false);
