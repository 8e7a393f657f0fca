import { createContext } from 'react';

/** Whether images load only when tapped (docs/decisions/0020-data-saver.md). */
export const DeferImages = createContext(false);
