// What a case is made of, and whom it may ask about.
import type { Ask } from './ask.ts';
import type { Visit } from './line.ts';

/** A member with a session. */
export interface BenchMember {
  id: string;
  email: string;
  /** the Cookie header */
  cookie: string;
  /** a CSRF token of the session; empty until a case needs it */
  csrf: string;
  /** an access token; empty until a case needs it */
  access: string;
  /** of the last page of notifications this member was answered */
  etag: string;
}

/** What a case may ask about. */
export interface World {
  /** of the site */
  port: number;
  members: BenchMember[];
  /** ids of the newest posts */
  posts: string[];
  password: string;
  /** a photograph, JPEG */
  photo: Uint8Array;
}

/** One row of the table. */
export interface Case {
  name: string;
  title: string;
  /** the requests, made in turns; each worker has members and posts of its own */
  asks?: (world: World) => Ask[];
  /** instead: visits of more than one request, or that are never the same */
  visits?: (world: World, turn: number) => Visit;
  /** the status of a good answer; by default 200 */
  expects?: number;
  /** the least part of a bare server's requests a second; without it none is compared */
  budget?: number;
  /** compared with a bare server, but held to nothing */
  compared?: boolean;
  /** p99 on a million posts, at most this many times that on a thousand */
  growth?: number;
  /** at most this many connections */
  connections?: number;
  /** how many members take part; by default all */
  members?: number;
  /** what its members must have first */
  tokens?: 'csrf' | 'access';
  /** makes or changes rows */
  changes?: boolean;
  /** while others write, 20 times a second */
  beside?: boolean;
  /** each connection makes a visit as often, milliseconds; by default the next when one has ended */
  every?: number;
  /** all connections at the same instant; by default spread over that time */
  together?: boolean;
}
