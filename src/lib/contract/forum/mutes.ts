import * as z from 'zod/mini';

/** Whether the viewer muted a post. */
export const MuteState = z.object({ is_muted: z.boolean() });
export type MuteState = z.infer<typeof MuteState>;
