// `glean rollback`: back to the version before the last upgrade.
import { parseArgs } from 'node:util';

import { say } from '#scripts/lib/run.ts';
import { UsageError } from '#scripts/operator/command.ts';

import { rollback } from './go-back.ts';
import { lockUpgrades } from './layout.ts';
import { openSite, runMain, SITE_HELP, SITE_OPTIONS } from './site-context.ts';

const HELP = `glean rollback goes back to the version before the last upgrade. Where that may use the data as they are, nothing
is lost; else it says what would be, and takes --data.

  --data                 restores the restore point of the upgrade, too
${SITE_HELP}`;

function readOptions() {
  try {
    const options = {
      ...SITE_OPTIONS,
      data: { type: 'boolean' },
      help: { type: 'boolean' },
    } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${HELP}`);
  }
}

await runMain(async () => {
  const { data = false, help, ...options } = readOptions();
  if (help) return say(HELP);
  const site = openSite(options);
  using _ = lockUpgrades(site.home);
  await rollback(site, data);
});
