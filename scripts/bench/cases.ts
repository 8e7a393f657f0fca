// What is measured. A new case is one entry here: what it asks, and what it is held to (design 8).
import type { Case, World } from './case.ts';
import { BROTLI, byMembers, eachPost, looks, poll, searches } from './reads.ts';
import { liking, posting, signIn, WRITES } from './writes.ts';

const EXPLORE = '/forums/explore';
const FEED = '/api/web/forum';
const POLL_MS = 5000;

/** Enough that nobody asks the same thing twice in a moment. */
const READERS = 400;
const read = { members: READERS };
const feed = (world: World) => byMembers(world, FEED);
const detail = (world: World) => eachPost(world, '');

const pages: Case[] = [
  {
    name: 'prerendered',
    title: 'Prerendered page, br',
    asks: () => [{ path: '/thank-you', headers: BROTLI }],
    budget: 0.6,
  },
  {
    name: 'guest',
    title: 'Guest explore page, br',
    asks: () => [{ path: EXPLORE, headers: BROTLI }],
    budget: 0.6,
  },
  {
    name: 'member',
    title: 'Member explore page, br',
    asks: (world) => byMembers(world, EXPLORE, BROTLI),
    ...read,
    budget: 0.05,
  },
];

const reads: Case[] = [
  { name: 'feed', title: 'Member feed', asks: feed, ...read, budget: 0.3, growth: 1.3 },
  {
    name: 'feed-br',
    title: 'Member feed, br',
    asks: (world) => byMembers(world, FEED, BROTLI),
    ...read,
    compared: true,
  },
  { name: 'detail', title: 'Post detail', asks: detail, ...read, budget: 0.3 },
  {
    name: 'comments',
    title: 'Comments of a post',
    asks: (world) => eachPost(world, '/comments'),
    ...read,
    compared: true,
  },
  { name: 'search', title: 'Search', asks: searches, compared: true, growth: 3 },
];

const looking = { ...read, tokens: 'access' as const };

const notifications: Case[] = [
  {
    name: 'news',
    title: 'Notifications, changed',
    asks: (world) => looks(world, false),
    ...looking,
    budget: 0.3,
  },
  {
    name: 'no-news',
    title: 'Notifications, unchanged (304)',
    asks: (world) => looks(world, true),
    expects: 304,
    ...looking,
    budget: 0.3,
  },
];

const written: Case[] = [
  {
    name: 'feed-written',
    title: 'Member feed, while 20/s write',
    asks: feed,
    ...read,
    compared: true,
    beside: true,
  },
  {
    name: 'detail-written',
    title: 'Post detail, while 20/s write',
    asks: detail,
    ...read,
    compared: true,
    beside: true,
  },
  {
    name: 'news-written',
    title: 'Notifications, while 20/s write',
    asks: (world) => looks(world, false),
    ...looking,
    compared: true,
    beside: true,
  },
];

const writes: Case[] = [
  { name: 'like', title: 'Like', visits: liking, tokens: 'csrf', changes: true },
  {
    name: 'post',
    title: 'Create post',
    asks: (world) => posting(world, false),
    expects: 201,
    tokens: 'csrf',
    changes: true,
  },
  {
    name: 'photo',
    title: 'Create post with a photo',
    asks: (world) => posting(world, true),
    expects: 201,
    tokens: 'csrf',
    changes: true,
    connections: 8,
  },
  { name: 'sign-in', title: 'Sign-in', visits: signIn, connections: 8 },
];

export const CASES: Case[] = [...pages, ...reads, ...notifications, ...written, ...writes];

/** A thousand members who look for notifications every 5 seconds, as the browser does (spec 9). */
const polling = {
  visits: poll,
  connections: 1000,
  members: 1000,
  tokens: 'access',
  every: POLL_MS,
} satisfies Partial<Case>;

export const POLLS: Case[] = [
  { name: 'polling', title: '1,000 members polling, 20/s write', ...polling },
  {
    name: 'polling-together',
    title: 'The same, all at one instant',
    ...polling,
    together: true,
  },
];

/** What followers do while somebody they follow posts: they look for notifications, 400 times a second. */
export const CROWD: Case = {
  name: 'crowd',
  title: 'Followers',
  visits: poll,
  connections: 100,
  members: 400,
  tokens: 'access',
  every: 250,
};

/** @returns a case by its name, whatever it is for */
export const caseOf = (name: string): Case | undefined =>
  [...CASES, ...POLLS, CROWD, WRITES].find((each) => each.name === name);
