// All messages, by their stored names.
import { type StoredNews, toMessages } from './appointment-rows.ts';
import { APPOINTMENTS } from './appointments.ts';
import { everyOf, toBellValues } from './bell.ts';
import { type Facts, type Message, writeText } from './message.ts';
import { OTHER_MESSAGES } from './others.ts';
import { TRUCKS } from './trucks.ts';

export const MESSAGES: Record<keyof typeof OTHER_MESSAGES | StoredNews, Message> = {
  ...OTHER_MESSAGES,
  ...toMessages({ ...APPOINTMENTS, ...TRUCKS }),
};

export type MessageName = keyof typeof MESSAGES;

export const isMessage = (name: string): name is MessageName => Object.hasOwn(MESSAGES, name);

/** @returns the message with a name; null for texts by staff, and messages of another version */
export const messageOf = (name: string | null): Message | null =>
  name !== null && isMessage(name) ? MESSAGES[name] : null;

/** @returns title and content; null for a message of another version */
export function readMessage(name: string, facts: Facts): { title: string; content: string } | null {
  const message = messageOf(name);
  if (!message) return null;
  const values = toBellValues(facts);
  const title = [writeText(message.title, values), everyOf(facts.details)]
    .filter(Boolean)
    .join(': ');
  return { title, content: writeText(message.content, values) };
}
