import { setTimeout as pause } from 'node:timers/promises';

import { originOf, type ServerInstance } from '#tests/support/server/server-process.ts';

import { isCut } from './drill.ts';

/** A post that the server acknowledged. */
export interface Acknowledged {
  post_id: string;
  title: string;
  attachments: string[];
}

const NOTED_MS = 20;

/** The number of concurrent writers. */
export const WRITERS = 8;

/** The common state of the writers of one round. */
export interface Round {
  instance: ServerInstance;
  /** returns the next member's session cookie */
  nextSession: () => string;
  images: Uint8Array<ArrayBuffer>[];
  acknowledged: Acknowledged[];
  isOver: () => boolean;
  /** called for each acknowledged post with pictures */
  onDone?: () => void;
  /** waits before the next post, if necessary */
  wait?: (startedAt: number) => Promise<void>;
  /** called for each 503, as a failing database must cause some */
  onUnavailable?: () => void;
}

/** @returns the content of a response, or null when the database fails or is busy, after which a writer tries again */
async function read<T>(response: Response, round: Round): Promise<T | null> {
  const text = await response.text();
  if (response.status === 503) {
    round.onUnavailable?.();
    return null;
  }
  if (!response.ok) throw new Error(`Not taken: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

function postForm(title: string, images: Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData();
  form.append('title', title);
  form.append('description', title.repeat(20));
  for (const bytes of images)
    form.append('attachments[]', new File([bytes], 'photo.png', { type: 'image/png' }));
  return form;
}

async function post(round: Round): Promise<void> {
  const { instance, nextSession, images, acknowledged } = round;
  const origin = originOf(instance);
  const cookie = `session=${nextSession()}`;
  const title = `Post ${crypto.randomUUID()}`;
  const some = images.slice(0, Math.floor(Math.random() * (images.length + 1)));
  const csrf = await fetch(`${origin}/api/token/csrf`, { headers: { cookie } });
  const { token } = (await read<{ token: string }>(csrf, round)) ?? {};
  if (!token) return;
  const response = await fetch(`${origin}/api/web/forum/posts`, {
    method: 'POST',
    headers: { cookie, origin, 'x-csrf-token': token },
    body: postForm(title, some),
  });
  const body = await read<{ data: Acknowledged }>(response, round);
  if (!body) return;
  const { post_id, attachments } = body.data;
  acknowledged.push({ post_id, title, attachments });
  if (attachments.length > 0) round.onDone?.();
}

/**
 * Allows cut connections only when the server is killed, and never any other error.
 * @param isOver whether it has been killed, or will be soon
 */
export async function throwUnlessCut(error: unknown, isOver: () => boolean): Promise<void> {
  if (!isCut(error)) throw error;
  // The kill is recorded before it happens.
  await pause(NOTED_MS);
  if (!isOver()) throw new Error('The connection was cut before the kill.', { cause: error });
}

/** Lets several members post concurrently until the round is over. */
export async function write(round: Round): Promise<void> {
  const writer = async () => {
    while (!round.isOver()) {
      const startedAt = performance.now();
      await post(round).catch((error: unknown) => throwUnlessCut(error, round.isOver));
      await round.wait?.(startedAt);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}
