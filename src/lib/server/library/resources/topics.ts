import { type Topic, TOPIC_KEYS } from '#lib/contract/library/resource-topics.ts';
import {
  anyOf,
  exactTerm,
  type Expression,
  parseTerms,
  prefixTerm,
} from '#lib/server/forum/text-search/search-words.ts';

// Words of titles, of at least four letters, lower case, without accents; with a star, their beginnings. Why the title
// decides: docs/decisions/0063-guide-topics.md.
const WORDS: Record<Topic, string> = {
  feed: 'feed feeding fodder* silage cattle carabao* goat* livestock pakain kalabaw',
  soil: 'compost* vermi* mulch* soil soils manure* fertili* pataba seedling*',
  mushrooms: 'mushroom* kabute*',
  fuel: 'fuel* biochar biogas carboni* charcoal briquette* cobs uling panggatong',
  fiber: 'fiber* fibre* rope* coir twine hibla lubid',
  food: 'glean gleaning food fruit* orchard* vegetables kitchen* meals gulay prutas',
};

interface Word {
  word: string;
  isPrefix: boolean;
}

const parse = (words: string): Word[] =>
  words.split(' ').map((word) => ({ word: word.replace('*', ''), isPrefix: word.endsWith('*') }));

const wordsOf = (topic: Topic): Word[] => parse(WORDS[topic]);

const isAbout = (topic: Topic, term: string): boolean =>
  wordsOf(topic).some(({ word, isPrefix }) => (isPrefix ? term.startsWith(word) : term === word));

/** @returns what a guide is about, by its title */
export function topicsOf(title: string): Topic[] {
  const terms = parseTerms(title);
  return TOPIC_KEYS.filter((topic) => terms.some((term) => isAbout(topic, term)));
}

const toTerm = ({ word, isPrefix }: Word): Expression => (isPrefix ? prefixTerm : exactTerm)(word);

/** @returns what the titles of guides about at least one of the topics have */
export const topicExpression = (topics: Topic[]): Expression =>
  anyOf(topics.flatMap((topic) => wordsOf(topic).map(toTerm)));
