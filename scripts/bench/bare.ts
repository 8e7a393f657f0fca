import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { Reply } from './ask.ts';
import type { BareAnswer } from './bare-server.ts';
import { startNode } from './processes.ts';

/** A bare `node:http` server in a process of its own. */
export interface Bare {
  child: ChildProcess;
  port: number;
  /** Makes it send this answer from now on. */
  imitate(reply: Reply): Promise<void>;
}

// Node writes these itself.
const OWN = /^(date|connection|keep-alive|transfer-encoding|content-length)$/i;

function toAnswer({ status, rawHeaders, body }: Reply): BareAnswer {
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!OWN.test(name)) headers.push([name, value]);
  }
  headers.push(['content-length', String(body.length)]);
  return { status, headers, body: body.toString('base64') };
}

/** Starts it. */
export async function startBare(): Promise<Bare> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = startNode([script], ['ignore', 'inherit', 'inherit', 'ipc'], {
    NODE_ENV: 'production',
  });
  const [port] = (await once(child, 'message')) as [number];
  const imitate = async (reply: Reply) => {
    child.send(toAnswer(reply));
    await once(child, 'message');
  };
  return { child, port, imitate };
}
