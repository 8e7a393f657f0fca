import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { onTestFinished } from 'vitest';

const NAME_ERROR = 3;
const HEADER = 12;
const TXT = 16;

/** @returns the name of the question, and where it ends */
function readQuestion(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  while (query[at]) {
    const length = query.readUInt8(at);
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  // The root, type and class.
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** @param text at most 255 bytes */
function toRecord(text: string): Buffer {
  const data = Buffer.from(text);
  const head = Buffer.alloc(13);
  // A pointer to the name of the question, then type, class, seconds and length.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length + 1, 10);
  head.writeUInt8(data.length, 12);
  return Buffer.concat([head, data]);
}

function respond(query: Buffer, names: Record<string, string[]>): Buffer {
  const { name, end } = readQuestion(query);
  const texts = names[name];
  const response = Buffer.from(query.subarray(0, end));
  response.writeUInt16BE(texts ? 0x8180 : 0x8180 + NAME_ERROR, 2);
  response.writeUInt16BE(texts?.length ?? 0, 6);
  response.writeUInt32BE(0, 8);
  return Buffer.concat([response, ...(texts ?? []).map(toRecord)]);
}

/**
 * Opens a DNS server on loopback, and closes it after the test.
 * @param names the `TXT` records of each name; an empty list for one that has other records alone
 * @returns its address
 */
export async function openDnsServer(names: Record<string, string[]>): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) =>
    socket.send(respond(query, names), port, address),
  );
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}
