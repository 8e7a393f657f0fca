// The rows of the table. To add one, add an entry to the list below.
import type { Request, Response, Send } from './connection.ts';
import { nearestTo, newListing } from './exchange.ts';
import type { Fixtures } from './fixtures.ts';
import * as requests from './requests.ts';
import * as searches from './searches.ts';
import type { BenchMember } from './sessions.ts';

/** The data of one run of a scenario. Each run has other members and posts. */
interface Turn {
  send: Send;
  fixtures: Fixtures;
  turn: number;
  reader: BenchMember;
  /** has tokens */
  active: BenchMember;
  /** has posts */
  author: BenchMember;
  /** has tokens, and is not used for reads */
  writer: BenchMember;
  /** ids */
  post: string;
  cursor: string;
  commentedPost: string;
}

/** The most time that a scenario may take, as a multiple of another one's. */
interface Limit {
  name: string;
  by: 'p50' | 'p99';
  most: number;
}

/** One row of the table. */
export interface Scenario {
  name: string;
  /** sends one or more requests in sequence, and returns the last response */
  run: (turn: Turn) => Promise<Response>;
  /** expected statuses; defaults to 200 */
  statuses?: number[];
  /** matches the text of an expected response */
  content?: RegExp;
  /** the minimum ratio of the floor's processor time to the site's */
  budget?: number;
  /** the maximum processor time of the site without the commit, in microseconds */
  mostCpu?: number;
  /** defaults to 32 */
  connections?: number;
  /** runs per second; defaults to as many as possible */
  rate?: number;
  /** concurrent requests of other members */
  background?: 'writes' | 'polls';
  /** the number of alerts, which replace existing ones */
  alerts?: number;
  /** the number of read notifications of `fixtures.notified`, which replace existing ones */
  readNotifications?: number;
  /** the maximum time relative to another scenario */
  limit?: Limit;
}

/** Whether a scenario is compared with the floor. */
export const hasFloor = ({ budget, mostCpu }: Scenario): boolean =>
  budget !== undefined || mostCpu !== undefined;

const { FORUM, POSTS, createComment, createPost, get, getPage, likePost } = requests;
// The minimum ratios: for responses from memory, the API, searches, and rendered pages
// (docs/decisions/0110-budgets-by-ratio.md).
const CACHED = 0.8;
const API = 0.18;
const SEARCH = 0.22;
const PAGE = 0.12;

// The background writes change some members' notifications.
const polls = {
  run: ({ send, active }: Turn) => requests.poll(send, active),
  statuses: [200, 304],
};

const read = (name: string, budget: number, request: (turn: Turn) => Request): Scenario => ({
  name,
  budget,
  background: 'writes',
  run: (turn) => turn.send(request(turn)),
});

const write = (name: string, request: (turn: Turn) => Request, connections = 32): Scenario => ({
  name,
  connections,
  statuses: [200, 201],
  run: (turn) => turn.send(request(turn)),
});

const WRITES_PER_SECOND = 20;

/** A write at 20 a second: in between, the processor is idle and its caches are used by others. */
const writeAmongFew = (name: string, request: (turn: Turn) => Request): Scenario => ({
  ...write(name, request),
  rate: WRITES_PER_SECOND,
  mostCpu: 2500,
});

const POSTS_FOUND = /"posts":\[\{/;
const ACCOUNTS_FOUND = /"accounts":\[\{/;
const COMMENTS_LISTED = /"comments":\[\{/;
// A small data set lacks some materials.
const LISTINGS_LISTED = /"listings":\[/;

/** A search whose words depend on the turn. */
const search = (name: string, words: (turn: Turn) => string, content = POSTS_FOUND): Scenario => ({
  ...read(name, SEARCH, (turn) => {
    const query = encodeURIComponent(words(turn));
    return get(`${FORUM}/explore/look/account/posts?search=${query}`, turn.reader);
  }),
  content,
});

/** A page of a member. */
const memberPage = (name: string, path: (turn: Turn) => string): Scenario =>
  read(name, PAGE, (turn) => getPage(path(turn), turn.reader));

/** The notifications of a member with many read ones. At a rate, because each member's requests are limited. */
const readHistory = (name: string, readNotifications: number): Scenario => ({
  name,
  run: ({ send, fixtures }) => send(requests.getNotifications(fixtures.notified)),
  background: 'writes',
  connections: 4,
  rate: 20,
  readNotifications,
});

/** A post while members poll. Many followers must slow down neither the author nor others. */
const fanOut = (name: string, authors: 'fewFollowers' | 'manyFollowers'): Scenario => ({
  ...write(name, ({ fixtures, turn }) => createPost(searches.at(fixtures[authors], turn)), 1),
  background: 'polls',
  rate: 2,
});

/** A post with a listing, with a number of matching alerts. At a rate, as each post is compared with all of them. */
const publish = (name: string, alerts: number): Scenario => ({
  ...write(name, ({ active, turn }) => createPost(active, { listing: newListing(turn) }), 1),
  alerts,
  rate: 10,
});

/** All scenarios, in the order of the table. */
export const SCENARIOS: Scenario[] = [
  // These two responses come from memory.
  read('guest-explore-cached', CACHED, () => getPage('/forums/explore')),
  memberPage('member-explore', () => '/forums/explore'),
  memberPage('member-post', ({ post }) => `/forums/posts/${post}`),
  memberPage('member-profile', ({ author }) => `/forums/profile/${author.id}`),
  memberPage('own-discussions', () => '/forums/my-discussions'),
  memberPage('own-notifications', () => '/notifications'),
  memberPage('own-pickups', () => '/exchange/pickups'),
  memberPage('own-profile', () => '/profile'),
  {
    ...read('feed', API, ({ reader, cursor }) => get(`${FORUM}?cursor=${cursor}`, reader)),
    content: POSTS_FOUND,
  },
  read('detail', API, ({ reader, post }) => get(`${POSTS}/${post}`, reader)),
  {
    ...read('comments', API, ({ reader, commentedPost }) =>
      get(`${POSTS}/${commentedPost}/comments`, reader),
    ),
    content: COMMENTS_LISTED,
  },
  {
    ...read('exchange-nearest', PAGE, ({ reader, turn }) =>
      get(`/api/web/listings?${nearestTo(turn)}`, reader),
    ),
    content: LISTINGS_LISTED,
    limit: { name: 'feed', by: 'p99', most: 2 },
  },
  {
    // Pages are only cached at the URLs of links, so without an unusual distance.
    ...read('guest-exchange', PAGE, ({ turn }) =>
      requests.getGuestPage(`/exchange?${nearestTo(turn)}&within=all`, turn),
    ),
    limit: { name: 'member-explore', by: 'p99', most: 2 },
  },
  search('search-common', searches.commonWord),
  search('search-rare', searches.rareWord),
  {
    ...search('search-three', searches.threeWords),
    limit: { name: 'search-common', by: 'p50', most: 2 },
  },
  search('search-apart', searches.apartWords),
  search('search-misspelt', searches.misspeltWord),
  search('search-name', searches.memberName, ACCOUNTS_FOUND),
  read('notifications', API, ({ active }) => requests.getNotifications(active)),
  readHistory('notifications-10-read', 10),
  {
    ...readHistory('notifications-40000-read', 40_000),
    limit: { name: 'notifications-10-read', by: 'p50', most: 2.5 },
  },
  { name: 'notifications-304', ...polls, budget: 0.7, background: 'writes' },
  { name: 'polling', ...polls, background: 'writes', connections: 1000, rate: 200 },
  write('like', ({ active, post }) => likePost(active, post)),
  write('comment', ({ active, post }) => createComment(active, post)),
  write('post', ({ active }) => createPost(active)),
  writeAmongFew('like-20', ({ active, post }) => likePost(active, post)),
  writeAmongFew('comment-20', ({ active, post }) => createComment(active, post)),
  writeAmongFew('post-20', ({ active }) => createPost(active)),
  write('photo', ({ active, fixtures }) => createPost(active, { photo: fixtures.photo }), 8),
  { name: 'sign-in', run: ({ send, reader }) => requests.signIn(send, reader), connections: 8 },
  publish('publish', 0),
  {
    ...publish('publish-10000-alerts', 10_000),
    limit: { name: 'publish', by: 'p50', most: 1.2 },
  },
  // At the end, because thousands of followers are notified long after.
  fanOut('fan-out-10', 'fewFollowers'),
  fanOut('fan-out-10000', 'manyFollowers'),
];

/** Requests of other members: of 20 writes, 2 are posts, 8 comments and 10 likes. */
export const BACKGROUND: Record<'writes' | 'polls', Scenario> = {
  writes: {
    ...write('writes', ({ writer, turn, post }) => {
      if (turn % 10 === 0) return createPost(writer);
      return turn % 10 < 5 ? createComment(writer, post) : likePost(writer, post);
    }),
    rate: WRITES_PER_SECOND,
  },
  polls: { name: 'polls', ...polls, connections: 100, rate: 400 },
};
