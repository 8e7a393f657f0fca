// Lets two builds of the same sources have the same bytes (https://reproducible-builds.org/docs/source-date-epoch/).
import type { AstroIntegration } from 'astro';

/** Astro encrypts the properties of server islands with it, of which the site has none: a random one would differ. */
const UNUSED_KEY = Buffer.alloc(32).toString('base64');

const MS_PER_SECOND = 1000;

/** @returns the time of the build, which is that of its sources for a release */
export function readBuildTime(): Date {
  const { SOURCE_DATE_EPOCH: seconds } = process.env;
  return seconds ? new Date(Number(seconds) * MS_PER_SECOND) : new Date();
}

/** Replaces what is random or in the order of a folder in the server's manifest. */
export function sameBytes(): AstroIntegration {
  return {
    name: 'same-bytes',
    hooks: {
      'astro:build:ssr': ({ manifest }) => {
        manifest.key = UNUSED_KEY;
        manifest.assets.sort();
      },
    },
  };
}
