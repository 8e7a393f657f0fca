// What is measured. A new scenario is one entry in the list below.
import type { Request, Response, Send } from './connection.ts';
import type { BenchMember, Fixtures } from './fixtures.ts';
import * as requests from './requests.ts';

/** What one run of a scenario uses: other members and posts in every turn. */
interface Turn {
  send: Send;
  fixtures: Fixtures;
  turn: number;
  reader: BenchMember;
  /** has tokens */
  active: BenchMember;
  /** an id */
  post: string;
}

/** One row of the table. */
export interface Scenario {
  name: string;
  /** sends a request, or several in sequence, and returns the last response */
  run: (turn: Turn) => Promise<Response>;
  /** of a good response; by default 200 */
  statuses?: number[];
  /** the least ratio of a bare server's processor time to the site's; on Postgres half of it */
  budget?: number;
  /** by default 32 */
  connections?: number;
  /** runs a second; by default as many as possible */
  rate?: number;
  /** what other members do during the scenario */
  background?: 'writes' | 'polls';
}

/** In a sixth of all posts each. */
const COMMON = ['rice', 'coconut', 'corn', 'mango', 'silage', 'biochar'];
const MISSPELT = ['cocnut', 'silgae', 'bautsta', 'mangose'];
const PLACES = ['load', 'sacks', 'rain'];
const { FORUM, POSTS, createComment, createPost, get, getPage, likePost } = requests;
// The writes in the background change some members' notifications.
const polls = {
  run: ({ send, active }: Turn) => requests.poll(send, active),
  statuses: [200, 304],
};

/** An entry of a list that is used again and again. */
const at = <T>(list: T[], turn: number): T => list[turn % list.length] as T;

/** Three words, of which some posts have all. */
const threeWords = (turn: number) =>
  `${at(COMMON, turn)} ${at(PLACES, turn)} ${at(['four', 'road', 'bring'], turn)}`;

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

/** A search by words that depend on the turn. */
const search = (name: string, words: (turn: number, fixtures: Fixtures) => string): Scenario =>
  read(name, 0.05, ({ reader, turn, fixtures }) => {
    const query = encodeURIComponent(words(turn, fixtures));
    return get(`${FORUM}/explore/look/account/posts?search=${query}`, reader);
  });

/** A page of a member; the design has a budget for Explore, and the others are held to it. */
const memberPage = (name: string, path: (turn: Turn) => string): Scenario =>
  read(name, 0.05, (turn) => getPage(path(turn), turn.reader));

/** A post while members poll: with many followers, neither its author nor the others should wait longer. */
const fanOut = (name: string, authors: 'fewFollowers' | 'manyFollowers'): Scenario => ({
  ...write(name, ({ fixtures, turn }) => createPost(at(fixtures[authors], turn)), 1),
  background: 'polls',
  rate: 2,
});

/** All scenarios, in the order of the table. */
export const SCENARIOS: Scenario[] = [
  // These two are cached on the server, the others are not.
  read('prerendered-cached', 0.8, () => getPage('/thank-you')),
  read('guest-explore-cached', 0.8, () => getPage('/forums/explore')),
  memberPage('member-explore', () => '/forums/explore'),
  memberPage('member-post', ({ post }) => `/forums/posts/${post}`),
  memberPage('member-profile', ({ active }) => `/forums/profile/${active.id}`),
  memberPage('own-profile', () => '/profile'),
  read('feed', 0.25, ({ reader, post }) => get(`${FORUM}?cursor=${post}`, reader)),
  read('detail', 0.3, ({ reader, post }) => get(`${POSTS}/${post}`, reader)),
  read('comments', 0.25, ({ reader, turn, fixtures }) =>
    get(`${POSTS}/${at(fixtures.commentedPosts, turn)}/comments`, reader),
  ),
  search('search-common', (turn) => at(COMMON, turn)),
  // A number that one post has in its title.
  search('search-rare', (turn, { posts }) => String((turn * 7919) % posts.length)),
  search('search-three', threeWords),
  search('search-misspelt', (turn) => at(MISSPELT, turn)),
  read('notifications', 0.2, ({ active }) => requests.getNotifications(active)),
  { name: 'notifications-304', ...polls, budget: 0.4, background: 'writes' },
  { name: 'polling', ...polls, background: 'writes', connections: 1000, rate: 200 },
  write('like', ({ active, post }) => likePost(active, post)),
  write('comment', ({ active, post }) => createComment(active, post)),
  write('post', ({ active }) => createPost(active)),
  write('photo', ({ active, fixtures }) => createPost(active, fixtures.photo), 8),
  { name: 'sign-in', run: ({ send, reader }) => requests.signIn(send, reader), connections: 8 },
  fanOut('fan-out-10', 'fewFollowers'),
  fanOut('fan-out-10000', 'manyFollowers'),
];

/** What other members do during a scenario: of 20 writes 2 are posts, 8 comments and 10 likes. */
export const BACKGROUND: Record<'writes' | 'polls', Scenario> = {
  writes: {
    ...write('writes', ({ fixtures: { writers }, turn, post }) => {
      if (turn % 10 === 0) return createPost(at(writers, turn));
      return turn % 10 < 5
        ? createComment(at(writers, turn), post)
        : likePost(at(writers, turn), post);
    }),
    connections: 4,
    rate: 20,
  },
  polls: { name: 'polls', ...polls, connections: 100, rate: 400 },
};
