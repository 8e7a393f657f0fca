// Samples some responses to a scenario without load, from a site that records its statements: they are checked, and
// replayed by the floor.
import { once } from 'node:events';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';

import { type Response, type Send, withConnection } from './connection.ts';
import { fetchEtags, type Fixtures, renewTokens } from './fixtures.ts';
import type { Recording } from './floor.ts';
import { runOnce } from './load.ts';
import type { Statement } from './record-statements.ts';
import { hasFloor, type Scenario } from './scenarios.ts';
import { NO_ETAG } from './sessions.ts';
import type { Site } from './site.ts';

const SAMPLES = 50;

const DECODERS: Record<string, (body: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

interface Sample {
  response: Response;
  statements: Statement[];
}

/** The text of a response, decompressed. */
export function textOf({ headers, body }: Response): string {
  const decode = DECODERS[String(headers['content-encoding'])];
  return (decode ? decode(body) : body).toString();
}

async function takeStatements({ child }: Site): Promise<Statement[]> {
  child.send('take');
  const [statements] = (await once(child, 'message')) as [Statement[]];
  return statements;
}

async function takeSample(scenario: Scenario, fixtures: Fixtures, send: Send, site: Site) {
  await takeStatements(site);
  const response = await runOnce(scenario, fixtures, send);
  const statements = await takeStatements(site);
  if (!scenario.content || scenario.content.test(textOf(response))) return { response, statements };
  throw new Error(`a response does not match ${scenario.content}: ${textOf(response)}`);
}

const textsOf = ({ statements }: Sample) => statements.map(({ sql }) => sql).join('\n');

/** Excludes samples during which a job of the site also ran statements. */
function ofMostCommon(samples: Sample[]): Sample[] {
  const groups = Object.values(Object.groupBy(samples, textsOf)).map((group) => group ?? []);
  return groups.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/**
 * Records the statements of a scenario.
 * @param site with `record-statements.ts`
 * @throws Error when a response is not as the scenario expects
 */
export async function record(
  scenario: Scenario,
  fixtures: Fixtures,
  site: Site,
): Promise<Recording> {
  renewTokens(fixtures);
  if (scenario.statuses?.includes(304)) await fetchEtags(fixtures, site.port);
  const all: Sample[] = [];
  const since = Date.now();
  try {
    await withConnection(site.port, async (send) => {
      // Only the floor needs a typical sample, and photos take long.
      const count = hasFloor(scenario) ? SAMPLES : 1;
      while (all.length < count) all.push(await takeSample(scenario, fixtures, send, site));
    });
  } catch (error) {
    throw new Error(`${scenario.name}: ${(error as Error).message}`, { cause: error });
  }
  // The measured site has its own ETags.
  for (const member of fixtures.active) member.etag = NO_ETAG;
  const bySize = ofMostCommon(all).toSorted(
    (a, b) => a.response.body.length - b.response.body.length,
  );
  const { response: typical } = bySize[Math.floor(bySize.length / 2)] as Sample;
  if (scenario.budget && scenario.statuses?.includes(304) && typical.status !== 304)
    throw new Error(`${scenario.name}: most responses are no 304.`);
  return { typical, requests: bySize.map(({ statements }) => statements), since };
}
