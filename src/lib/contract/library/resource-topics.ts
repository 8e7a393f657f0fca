// Without Zod, for pages.

/** The topics of guides, in the order of the chips. */
export const TOPIC_KEYS = ['feed', 'soil', 'mushrooms', 'fuel', 'fiber', 'food'] as const;

export type Topic = (typeof TOPIC_KEYS)[number];
