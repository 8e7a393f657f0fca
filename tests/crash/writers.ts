import { originOf, type ServerInstance } from '#tests/support/server-process.ts';

/** A post that the server acknowledged. */
export interface Acknowledged {
  post_id: string;
  title: string;
  attachments: string[];
}

/** How many write concurrently. */
export const WRITERS = 8;

/** The shared state of the writers of one round. */
export interface Round {
  instance: ServerInstance;
  /** returns the next member's session cookie */
  nextSession: () => string;
  images: Uint8Array<ArrayBuffer>[];
  acknowledged: Acknowledged[];
  isOver: () => boolean;
  /** waits before the next post, if at all */
  wait?: (startedAt: number) => Promise<void>;
  /** whether the database fails: 503 is expected */
  isFaulty?: boolean;
}

async function token(origin: string, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/api/token/csrf`, { headers: { cookie } });
  const body = (await response.json()) as { token?: string };
  return body.token ?? '';
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
  const csrf = await token(origin, cookie);
  if (!csrf && round.isFaulty) return;
  const response = await fetch(`${origin}/api/web/forum/posts`, {
    method: 'POST',
    headers: { cookie, origin, 'x-csrf-token': csrf },
    body: postForm(title, some),
  });
  const body = (await response.json()) as { data: Acknowledged; error?: string };
  if (response.status === 503 && round.isFaulty) return;
  if (response.status !== 201) throw new Error(`Not taken: ${response.status} ${body.error}`);
  const { post_id, attachments } = body.data;
  acknowledged.push({ post_id, title, attachments });
}

/** A broken connection is expected; any other error is not. */
export function throwUnlessCut(error: unknown): void {
  if (error instanceof TypeError || error instanceof SyntaxError) return;
  throw error;
}

/** Lets several members post concurrently until the round is over. */
export async function write(round: Round): Promise<void> {
  const writer = async () => {
    while (!round.isOver()) {
      const startedAt = performance.now();
      await post(round).catch(throwUnlessCut);
      await round.wait?.(startedAt);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}
