// Some responses to a scenario without load: they are checked, and the bare server imitates one of them.
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';

import { type Response, type Send, withConnection } from './connection.ts';
import type { Fixtures } from './fixtures.ts';
import { runOnce } from './load.ts';
import type { Scenario } from './scenarios.ts';

const SAMPLES = 50;

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function textOf({ headers, body }: Response): string {
  const decode = DECODERS[String(headers['content-encoding'])];
  return (decode ? decode(body) : body).toString();
}

async function takeSample(scenario: Scenario, fixtures: Fixtures, send: Send): Promise<Response> {
  const response = await runOnce(scenario, fixtures, send);
  if (!scenario.content || scenario.content.test(textOf(response))) return response;
  throw new Error(`a response does not match ${scenario.content}: ${textOf(response)}`);
}

/**
 * @param port of the site
 * @returns the response of median size
 * @throws Error when one is not what the scenario is for
 */
export async function findTypical(scenario: Scenario, fixtures: Fixtures, port: number) {
  const samples: Response[] = [];
  try {
    await withConnection(port, async (send) => {
      // Only what is compared with the bare server needs a typical one, and photos take long.
      const count = scenario.budget ? SAMPLES : 1;
      while (samples.length < count) samples.push(await takeSample(scenario, fixtures, send));
    });
  } catch (error) {
    throw new Error(`${scenario.name}: ${(error as Error).message}`, { cause: error });
  }
  const bySize = samples.toSorted((a, b) => a.body.length - b.body.length);
  const typical = bySize[Math.floor(bySize.length / 2)] as Response;
  if (!scenario.budget || !scenario.statuses?.includes(304) || typical.status === 304)
    return typical;
  throw new Error(`${scenario.name}: most responses are no 304.`);
}
