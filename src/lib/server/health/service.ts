import type { Services } from '#lib/server/context.ts';

import { ping } from './queries.ts';

/** Looks whether the server can do its work. @throws what the database says when it is away */
export const checkHealth = ({ db }: Services) => ping(db);
