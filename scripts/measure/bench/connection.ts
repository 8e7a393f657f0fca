import { Client, type FormData } from 'undici';

export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: FormData | string;
}

/** A whole response, with the body still compressed. */
export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends a request and waits for the response. */
export type Send = (request: Request) => Promise<Response>;

const TIMEOUT_MS = 10_000;

/** Opens a connection to a server on this machine. @param timeoutMs for a response */
export function openConnection(port: number, timeoutMs = TIMEOUT_MS) {
  const timeouts = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const client = new Client(`http://127.0.0.1:${port}`, timeouts);
  const send: Send = async ({ method = 'GET', path, headers = {}, body = null }) => {
    const response = await client.request({ method, path, headers, body });
    const bytes = Buffer.from(await response.body.arrayBuffer());
    return { status: response.statusCode, headers: response.headers, body: bytes };
  };
  return { send, close: () => client.destroy() };
}

/** Runs a function with a connection to a server on this machine. */
export async function withConnection<T>(
  port: number,
  work: (send: Send) => Promise<T>,
): Promise<T> {
  const { send, close } = openConnection(port);
  try {
    return await work(send);
  } finally {
    await close();
  }
}
