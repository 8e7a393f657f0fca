import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import type { Db } from '#lib/server/platform/db/schema.ts';
import { enqueueEmail } from '#lib/server/platform/email/enqueue-email.ts';
import { Secrets } from '#lib/server/platform/secrets.ts';
import { testEmail } from '#tests/support/nouns/emails.ts';
import { SECRET } from '#tests/support/server/two-servers.ts';

const LIFETIME_MS = 600_000;

/** A mail server on loopback that counts accepted emails. */
export class CountingMailServer {
  /** the recipients of all accepted emails */
  readonly accepted: string[] = [];
  readonly #ids = new Set<string>();
  #again = 0;
  #release: PromiseWithResolvers<void> | null = null;
  #waiting = 0;
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let email = '';
      stream.on('data', (chunk: Buffer) => (email += chunk.toString('latin1')));
      stream.on('end', () => {
        this.#waiting += 1;
        const accept = () => {
          this.#count(email);
          this.accepted.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        };
        void (this.#release?.promise ?? Promise.resolve()).then(accept);
      });
    },
  });

  /** The number of emails that were accepted more than once. */
  get again(): number {
    return this.#again;
  }

  #count(email: string): void {
    const [id = ''] = /^Message-ID: .*$/im.exec(email) ?? [];
    if (this.#ids.has(id)) this.#again += 1;
    this.#ids.add(id);
  }

  /** @returns the value of MAIL_URL */
  async open(): Promise<string> {
    this.#server.on('error', () => {});
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
  }

  /** Delays the responses to emails from now on. */
  delayResponses(): void {
    this.#release = Promise.withResolvers();
    this.#waiting = 0;
  }

  /** The number of emails that have arrived since then and wait. */
  get waiting(): number {
    return this.#waiting;
  }

  sendResponses(): void {
    this.#release?.resolve();
    this.#release = null;
  }
}

/** Queues emails to different recipients. */
export async function enqueueEmails(db: Db, prefix: string, count: number): Promise<void> {
  const clock = { latest: Date.now };
  const services = { secrets: new Secrets(SECRET), now: Date.now, clock };
  for (let nth = 0; nth < count; nth += 1)
    await enqueueEmail(services, db, testEmail(`${prefix}${nth}@glean.example`), LIFETIME_MS);
}
