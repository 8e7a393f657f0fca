// The measure of all things: `node:http` sending one answer, whatever is asked. It is told the answer by its parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is sent. */
export interface BareAnswer {
  status: number;
  headers: [string, string][];
  /** base64 */
  body: string;
}

let status = 200;
let headers: string[] = [];
let body = Buffer.alloc(0);

process.on('message', (answer: BareAnswer) => {
  status = answer.status;
  headers = answer.headers.flat();
  body = Buffer.from(answer.body, 'base64');
  process.send?.('ready');
});
process.on('disconnect', () => process.exit());

const server = createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(body);
});
server.keepAliveTimeout = 65_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
