import { type Topic, TOPIC_KEYS } from '#lib/contract/library/resource-topics.ts';
import {
  anyOf,
  exactTerm,
  type Expression,
  parseTerms,
  prefixTerm,
} from '#lib/server/forum/text-search/search-words.ts';

// Words in titles, of at least four letters, in lower case, without accents; a star stands for any ending. Topics
// come from titles only: docs/decisions/0063-guide-topics.md.
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

/** @returns the topics that a guide's title names */
export function topicsOf(title: string): Topic[] {
  const terms = parseTerms(title);
  return TOPIC_KEYS.filter((topic) => terms.some((term) => isAbout(topic, term)));
}

const toTerm = ({ word, isPrefix }: Word): Expression => (isPrefix ? prefixTerm : exactTerm)(word);

/** @returns a condition for titles about at least one of the topics */
export const topicExpression = (topics: Topic[]): Expression =>
  anyOf(topics.flatMap((topic) => wordsOf(topic).map(toTerm)));
