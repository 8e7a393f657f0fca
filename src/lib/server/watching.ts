import { repeat, type Stop } from './repeating.ts';
import type { Server } from './services.ts';

const LOOK_MS = 500;

/** Looks twice a second what other servers, and the operator's commands, have changed. @returns what stops it */
export const startWatching = ({ changes }: Server): Stop => repeat(() => changes.look(), LOOK_MS);
