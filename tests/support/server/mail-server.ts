// A mail server on loopback that records the emails it receives.
import type { AddressInfo, Socket } from 'node:net';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface MailServer {
  /** for `MAIL_URL` */
  url: string;
  /** the emails it accepted */
  received: { to: string[]; text: string }[];
  /** closes every connection */
  dropConnections(): void;
  close(): Promise<void>;
}

/**
 * Starts a mail server that accepts everything.
 * @param options overrides its behaviour
 * @param port 0 for any
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  port = 0,
): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString() });
        done();
      });
    },
    ...options,
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  // Some tests close the connection on purpose.
  server.on('error', () => {});
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready));
  const { port: own } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((done) => server.close(() => done()));
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  return { url: `smtp://127.0.0.1:${own}`, received, dropConnections, close };
}
