// Without Zod, for pages.

/** What guides are about, in the order of the chips, with the names that people see. */
export const TOPICS = {
  feed: 'Animal feed',
  soil: 'Compost and soil',
  mushrooms: 'Mushrooms',
  fuel: 'Fuel and biochar',
  fiber: 'Fiber and rope',
  food: 'Gleaning and food',
} as const;

export type Topic = keyof typeof TOPICS;

export const TOPIC_KEYS = Object.keys(TOPICS) as Topic[];
