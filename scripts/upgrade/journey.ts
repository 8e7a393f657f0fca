// `glean journey <origin>`: a guest and a new member go through a rehearsal of this version, which must serve them. It
// is of the version that it tries: addresses and forms are its own.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { listTowns } from '#lib/server/platform/towns/towns.ts';
import { root } from '#scripts/lib/run.ts';

const POSTS = '/api/web/forum/posts';
const SEARCH = '/api/web/forum/explore/look/account/posts';

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/**
 * Chooses a password by a printed link, as its page does without scripts.
 * @throws AssertionError
 */
export async function choosePassword(origin: string, link: string, password: string) {
  const page = await fetch(origin + link);
  const inputs = (await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const hidden = Object.fromEntries(
    Array.from(inputs, ([, name = '', value = '']) => [name, value]),
  );
  const response = await fetch(origin + link, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page), origin },
    body: new URLSearchParams({ ...hidden, password }),
  });
  assert.equal(response.headers.get('location'), '/forgot-password/success', await response.text());
}

const UNAVAILABLE = 503;
const TRIES = 5;
const PAUSE_MS = 1000;

/** Requests, again where a busy machine responds 503. */
async function request(url: string, options: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried += 1) {
    const response = await fetch(url, options);
    if (response.status !== UNAVAILABLE || tried === TRIES) return response;
    await pause(PAUSE_MS);
  }
}

/** A browser that is signed in, or a guest's. */
export class Visitor {
  readonly #origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Reads a page or call. @throws AssertionError unless it responds 200 */
  async read(path: string): Promise<string> {
    const response = await request(this.#origin + path, { headers: { cookie: this.#cookie } });
    const text = await response.text();
    assert.equal(response.status, 200, `GET ${path}: ${response.status} ${text.slice(0, 200)}`);
    return text;
  }

  async readJson<T>(path: string): Promise<T> {
    return JSON.parse(await this.read(path)) as T;
  }

  /** Sends a change. @param status that it must have @throws AssertionError */
  async send<T>(method: string, path: string, body: unknown, status = 200): Promise<T> {
    const csrf = await request(`${this.#origin}/api/token/csrf`, {
      headers: { cookie: this.#cookie },
    });
    const { token } = (await csrf.json()) as { token: string };
    const isForm = body instanceof FormData;
    const response = await request(this.#origin + path, {
      method,
      headers: {
        cookie: [this.#cookie, cookiesOf(csrf)].filter(Boolean).join('; '),
        origin: this.#origin,
        'x-csrf-token': token,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await response.text();
    assert.equal(response.status, status, `${method} ${path}: ${response.status} ${text}`);
    this.#cookie ||= cookiesOf(response);
    return (text ? JSON.parse(text) : null) as T;
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.send('POST', '/api/web/auth/login', { email, password });
  }

  /** Publishes a post. @param listing what it offers @returns its id */
  async publish(title: string, description: string, listing?: object): Promise<string> {
    const form = new FormData();
    form.append('title', title);
    form.append('description', description);
    if (listing) form.append('listing', JSON.stringify(listing));
    type Published = { data: { post_id: string } };
    return (await this.send<Published>('POST', POSTS, form, 201)).data.post_id;
  }
}

/** Adds a member to the copy. @returns how they sign in */
async function addMember(origin: string): Promise<{ email: string; password: string }> {
  const name = randomBytes(6).toString('hex');
  const email = `rehearsal-${name}@glean.example`;
  const args = ['add-member', email, '--first', 'Rita', '--last', 'Reyes', '--role', 'gleaner'];
  const out = execFileSync(process.execPath, [join(root, 'scripts/operator.ts'), ...args], {
    encoding: 'utf8',
  });
  const [link = ''] = /\/join\/password\/\S+/.exec(out) ?? [];
  const password = `Straw ${name} by the road!`;
  await choosePassword(origin, link, password);
  return { email, password };
}

interface Consents {
  data: { missing: { document: string; version: number }[] };
}

/** A member signs in, agrees to what is published, posts, finds it, comments and deletes it. */
async function goAsMember(origin: string, guest: Visitor): Promise<void> {
  const { email, password } = await addMember(origin);
  const member = new Visitor(origin);
  await member.signIn(email, password);
  const { data } = await member.readJson<Consents>('/api/web/account/consents');
  for (const { document, version } of data.missing)
    await member.send('POST', '/api/web/account/consents', { document, version });
  const word = `w${randomBytes(6).toString('hex')}`;
  const town = listTowns()[0]?.code;
  const listing = { kind: 'offer', material: 'rice-straw', town };
  const id = await member.publish(`Straw ${word}`, 'Ten bales by the road.', listing);
  assert.ok((await guest.read(`/exchange/${id}`)).includes(word), 'A guest reads no listing.');
  assert.ok(
    (await member.read(`${SEARCH}?search=${word}`)).includes(id),
    'No search finds a post.',
  );
  await member.send('POST', `${POSTS}/${id}/comments`, { comment: `Is it dry? ${word}` }, 201);
  const comments = await member.read(`${POSTS}/${id}/comments`);
  assert.ok(comments.includes(word), 'A comment is not there.');
  await member.send('DELETE', `${POSTS}/${id}`, {});
}

/** @throws AssertionError at the first step that fails */
async function journey(origin: string): Promise<void> {
  const guest = new Visitor(origin);
  for (const page of ['/', '/exchange', '/help']) await guest.read(page);
  await goAsMember(origin, guest);
}

if (import.meta.main)
  await journey(process.argv[2] ?? '').catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
