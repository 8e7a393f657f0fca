// Events that are sent by email and push, and their receivers.
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { addMember } from '#demo/factories.ts';
import type { Channel } from '#lib/contract/notifications/notification-kinds.ts';
import { changeSettings } from '#lib/server/notifications/channels/reach-queries.ts';
import { deliver } from '#lib/server/notifications/deliver.ts';
import type { Db } from '#lib/server/platform/db/schema.ts';
import { newId } from '#lib/server/platform/new-id.ts';
import { messageId } from '#tests/support/nouns/emails.ts';
import { insertSession } from '#tests/support/server/insert-session.ts';
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts';
import { type PushService, startPushService } from '#tests/support/server/push-server.ts';

/** An event that a member has received by a channel. */
export interface Arrival {
  channel: Channel;
  /** the title of the event */
  title: string;
  /** the Message-ID or the topic, by which the receiver recognizes a repeated one */
  id: string;
}

// Mail servers respond slowly, so that a kill can fall between an email and its response.
const LONGEST_RESPONSE_MS = 30;

/** A mail server and a push service on loopback, which accept everything. */
export class Receivers {
  readonly push: PushService;
  readonly #mail: MailServer;
  readonly #emails: Arrival[];

  private constructor(mail: MailServer, push: PushService, emails: Arrival[]) {
    this.#mail = mail;
    this.push = push;
    this.#emails = emails;
  }

  static async open(): Promise<Receivers> {
    const emails: Arrival[] = [];
    const mail = await startMailServer({
      async onData(stream, _, done) {
        // An email that a kill interrupted has not arrived.
        const email = await text(stream).catch(() => null);
        if (email === null) return;
        const headers = email.replaceAll(/\r\n[ \t]+/g, ' ');
        const title = /^Subject: (.+)\r$/m.exec(headers)?.[1] ?? '';
        emails.push({ channel: 'email', title, id: messageId(headers) ?? '' });
        await pause(Math.random() * LONGEST_RESPONSE_MS);
        done();
      },
    });
    return new Receivers(mail, await startPushService(), emails);
  }

  /** The settings of a server that sends to these receivers. */
  get settings(): Record<string, string> {
    const { ca = '', port = 0 } = this.push.network;
    return { MAIL_URL: this.#mail.url, PUSH_CA: ca, PUSH_PORT: String(port) };
  }

  get arrivals(): Arrival[] {
    const pushes = this.push.received.map(({ text: payload, headers }): Arrival => {
      const { title } = JSON.parse(payload) as { title: string };
      return { channel: 'push', title, id: String(headers['topic']) };
    });
    return [...this.#emails, ...pushes];
  }

  /** The number of arrivals. */
  get count(): number {
    return this.#emails.length + this.push.received.length;
  }

  close(): void {
    this.#mail.dropConnections();
    void this.#mail.close();
    this.push.close();
  }
}

/** Adds members with a phone, and without quiet hours. @returns their ids */
export async function addMembersWithPhones(
  db: Db,
  push: PushService,
  count: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { id: member_id } = await addMember(db, { password_hash: 'none' });
    await insertSession(db, member_id);
    const session = db.selectFrom('sessions').where('member_id', '=', member_id).select('id');
    const { id: session_id } = await session.executeTakeFirstOrThrow();
    const { endpoint, keys } = push.subscribe();
    const made = { created_at: Date.now(), used_at: null, failures: 0 };
    await db
      .insertInto('push_devices')
      .values({ ...made, ...keys, id: newId(), member_id, session_id, endpoint, name: 'Phone' })
      .execute();
    await changeSettings(db, member_id, { quiet_from: 0, quiet_until: 0 });
    ids.push(member_id);
  }
  return ids;
}

/** Notifies a member of an event. */
export const queueEvent = (db: Db, now: () => number, memberId: string, title: string) =>
  db
    .transaction()
    .execute((tx) =>
      deliver(
        { now, sms: null, causedBy: null },
        tx,
        { type: 'forum', kind: 'staff', message: null, title, content: 'Please look.' },
        [{ member_id: memberId }],
      ),
    );

/** Lists deliveries that are being sent, or were when their server was killed. */
export const listLeased = (db: Db) =>
  db
    .selectFrom('deliveries as d')
    .innerJoin('member_notifications as n', (join) =>
      join.onRef('n.id', '=', 'd.notification_id').onRef('n.member_id', '=', 'd.member_id'),
    )
    .where('d.attempts', '>', 0)
    .select(['d.channel', 'n.title'])
    .execute();

/** Counts deliveries that are not sent yet, or were given up. */
export async function countQueued(db: Db): Promise<number> {
  const rows = await db.selectFrom('deliveries').select('id').execute();
  return rows.length;
}
