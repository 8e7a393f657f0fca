// For the operator and the sister systems: tells members something, or publishes a resource.
//   node scripts/notify.ts send --to <email>|everyone --type <type> --title "…" --content "…" [--link <id>]
//   node scripts/notify.ts publish <id of a draft>
import { parseArgs } from 'node:util';

import * as z from 'zod/mini';

import { Id } from '#lib/contract/ids.ts';
import { Announcement } from '#lib/contract/notifications.ts';
import { ConfigError, readConfig } from '#lib/server/config.ts';
import { announce, publishResource } from '#lib/server/domain/announcements.ts';
import type { Services } from '#lib/server/domain/context.ts';
import { Refusal } from '#lib/server/domain/refusals.ts';
import { openServer } from '#lib/server/services.ts';

import './settings.ts';

const USAGE = `Usage: node scripts/notify.ts send --to <email>|everyone --type <type> --title "…" --content "…" [--link <id>]
       node scripts/notify.ts publish <id of a draft>`;

/** Something the operator can put right. */
class Mistake extends Error {}

/** @returns what was given, as its contract wants it */
function check<S extends z.ZodMiniType>(schema: S, given: unknown): z.output<S> {
  const { success, data, error } = z.safeParse(schema, given);
  if (!success) throw new Mistake(`${error.issues[0]?.message}\n${USAGE}`);
  return data;
}

const OPTIONS = {
  to: { type: 'string' },
  type: { type: 'string' },
  title: { type: 'string' },
  content: { type: 'string' },
  link: { type: 'string' },
} as const;

/** @returns what is to be done, and what to say when it was */
function readCommand(): (services: Services) => Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [verb, id] = positionals;
  if (verb === 'publish' && id && positionals.length === 2) {
    const draft = check(Id, id);
    return async (services) => `“${await publishResource(services, draft)}” was published.`;
  }
  const { to, link, ...said } = values;
  if (verb !== 'send' || !to || positionals.length !== 1) throw new Mistake(USAGE);
  const announcement = check(Announcement, { ...said, link_data: link ?? null });
  return async (services) => {
    await announce(services, to === 'everyone' ? null : to, announcement);
    return `Told ${to}.`;
  };
}

async function run(): Promise<void> {
  const command = readCommand();
  const server = await openServer(readConfig(process.env));
  try {
    console.log(await command(server.services));
  } finally {
    await server.close();
  }
}

try {
  await run();
} catch (error) {
  const isMistake =
    error instanceof Mistake || error instanceof ConfigError || error instanceof Refusal;
  console.error(isMistake ? error.message : error);
  process.exitCode = 1;
}
