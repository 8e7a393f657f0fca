import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { RateLimit } from '#lib/server/platform/rate-limits/define-limits.ts';
import { root } from '#scripts/lib/run.ts';

const files = globSync('src/lib/server/**/*.ts', { cwd: root })
  .filter((file) =>
    readFileSync(resolve(root, file), 'utf8').includes('const LIMITS = defineLimits('),
  )
  .toSorted();
const nouns: { LIMITS: Record<string, RateLimit> }[] = await Promise.all(
  files.map((file) => import(resolve(root, file))),
);

/** The rate limits of all modules of the server (its nouns, see docs/architecture.md). */
export const RATE_LIMITS: RateLimit[] = nouns.flatMap(({ LIMITS }) => Object.values(LIMITS));

const PERIODS: Record<number, string> = {
  60: 'a minute',
  600: 'in 10 minutes',
  900: 'in 15 minutes',
  3600: 'an hour',
  86400: 'a day',
};

const INTRO =
  'What happens too often gets 429 and `Retry-After`. An origin is an IP’s network, or all browsers an account is known to.';

/** Renders the page of rate limits as Markdown. */
export function renderLimits(): string {
  const lines = RATE_LIMITS.map(
    ({ what, points, seconds }) =>
      `- ${what}: ${points} ${PERIODS[seconds] ?? `in ${seconds} seconds`}`,
  );
  return `# Limits\n\n${INTRO}\n\n${lines.join('\n')}\n`;
}
