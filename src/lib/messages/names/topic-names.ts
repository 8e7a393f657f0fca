import type { Topic } from '#lib/contract/library/resource-topics.ts';
import { t } from '#lib/messages/t.ts';

const NAMES: Record<Topic, () => string> = {
  feed: () => t('topic.feed'),
  soil: () => t('topic.soil'),
  mushrooms: () => t('topic.mushrooms'),
  fuel: () => t('topic.fuel'),
  fiber: () => t('topic.fiber'),
  food: () => t('topic.food'),
};

/** @returns the name of what guides are about */
export const topicName = (topic: Topic): string => NAMES[topic]();
