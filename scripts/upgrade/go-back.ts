// The way back from an upgrade.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { UsageError } from '#scripts/operator/command.ts';

import { runAsOwner, runOnSite } from './as-owner.ts';
import {
  gleanOf,
  readCurrent,
  releaseFolder,
  removeUnpacked,
  swapLink,
  versionOf,
} from './layout.ts';
import { waitUntilReady } from './readiness.ts';
import { print, runStep, type Site } from './site-context.ts';
import { PHASES, readUpgrade, type Upgrade, writeUpgrade } from './state.ts';

/** Whether the old version may use the data as they are: then going back loses nothing. */
const mayGoBack = ({ home }: Site, { from }: Upgrade): Promise<boolean> =>
  runOnSite<boolean>(home, from, ['may-use']);

// There is nothing to do instead but to wait.
const LIMIT_MS = 600_000;

/** Waits until the site is ready. @throws UsageError */
async function waitForSite({ origin, host }: Site): Promise<void> {
  const options = { host, limitMs: LIMIT_MS, unreadyMs: LIMIT_MS };
  const { problem } = await waitUntilReady(origin, options);
  if (problem) throw new UsageError(problem);
}

async function startOld(site: Site, upgrade: Upgrade): Promise<void> {
  await runStep('start old', async () => {
    await site.supervisor.restart();
    await waitForSite(site);
    writeUpgrade(site.home, { ...upgrade, phase: 'returned' });
    return upgrade.from;
  });
}

/**
 * Goes back to the old version, which goes on with the data: nothing is lost.
 * @throws UsageError when it does not start
 */
async function goBack(site: Site, upgrade: Upgrade): Promise<void> {
  writeUpgrade(site.home, { ...upgrade, phase: 'returning' });
  await runStep('swap back', async () => swapLink(site.home, upgrade.from));
  await startOld(site, upgrade);
}

/**
 * Goes back to the old version and to a restore point.
 * @throws UsageError
 */
async function goBackWithData(site: Site, upgrade: Upgrade, point: string): Promise<void> {
  const { home, supervisor } = site;
  await runStep('stop', () => supervisor.stop());
  writeUpgrade(home, { ...upgrade, phase: 'returning' });
  await runStep('swap back', async () => swapLink(home, upgrade.from));
  await runStep('restore', async () => {
    const glean = gleanOf(home, upgrade.from);
    return (await runAsOwner(home, [glean, 'operator', 'restore', point])).trim();
  });
  await startOld(site, upgrade);
}

const findNewestPoint = ({ home }: Site, { from }: Upgrade): Promise<string> =>
  runOnSite<string>(home, from, ['newest-point']);

/** @returns what members wrote since a restore point, in words */
async function describeLost({ home }: Site, { from }: Upgrade, point: string) {
  const lost = await runOnSite<string[]>(home, from, ['lost', point]);
  return lost.join(', ') || 'no post, comment or message';
}

/**
 * Goes back after an upgrade that failed in or after its swap.
 * @param hasResponded whether the new version may have acknowledged a write
 * @returns false when it stays, as going back would lose writes
 */
export async function undo(site: Site, upgrade: Upgrade, hasResponded: boolean): Promise<boolean> {
  if (await mayGoBack(site, upgrade)) {
    await goBack(site, upgrade);
    return true;
  }
  const point = await findNewestPoint(site, upgrade);
  if (!hasResponded) {
    await goBackWithData(site, upgrade, point);
    return true;
  }
  writeUpgrade(site.home, { ...upgrade, phase: 'done' });
  print(
    `${upgrade.to} stays: ${upgrade.from} may not use its data. \`glean rollback --data\` goes back, and loses what was written since: ${await describeLost(site, upgrade, point)}.\n`,
  );
  return false;
}

/** Deletes what an upgrade made that changed nothing. */
export async function forget({ home }: Site, { from, to, before }: Upgrade): Promise<void> {
  await runOnSite(home, from, ['drop-copy']);
  removeUnpacked(home);
  if (to && to !== from) rmSync(releaseFolder(home, to), { recursive: true, force: true });
  if (before) writeUpgrade(home, before);
  else rmSync(join(home, 'upgrade.json'), { force: true });
}

/** Lets the new version serve, where the old one may not use the data. */
async function goOn(site: Site, upgrade: Upgrade): Promise<void> {
  await runStep('go on', async () => {
    swapLink(site.home, upgrade.to);
    await site.supervisor.restart();
    await waitForSite(site);
    writeUpgrade(site.home, { ...upgrade, phase: 'done' });
    return upgrade.to;
  });
}

/**
 * Finishes or undoes an upgrade that was killed (`PHASES`).
 * @throws UsageError
 */
export async function recover(site: Site): Promise<void> {
  const upgrade = readUpgrade(site.home);
  if (!upgrade || PHASES[upgrade.phase] === 'nothing') return;
  print(`The upgrade from ${upgrade.from} to ${upgrade.to || 'another version'} was broken off.\n`);
  if (PHASES[upgrade.phase] === 'forget') await forget(site, upgrade);
  else if (await mayGoBack(site, upgrade)) await goBack(site, upgrade);
  else await goOn(site, upgrade);
}

/**
 * Goes back from the last upgrade.
 * @param withData whether writes since then may be lost
 * @throws UsageError when there is no way back, or it would lose something
 */
export async function rollback(site: Site, withData: boolean): Promise<void> {
  const { home } = site;
  const upgrade = readUpgrade(home);
  if (upgrade && PHASES[upgrade.phase] === 'forget') return recover(site);
  if (!upgrade || upgrade.phase === 'returned')
    throw new UsageError(`${readCurrent(home)} runs, and there is no upgrade to go back from.`);
  const folder = releaseFolder(home, upgrade.from);
  if (!existsSync(folder))
    throw new UsageError(`${folder} is gone: unpack ${upgrade.from} there again.`);
  print(`Back to ${upgrade.from} (${versionOf(folder)}):\n`);
  if (await mayGoBack(site, upgrade)) return goBack(site, upgrade);
  const point = await findNewestPoint(site, upgrade);
  const lost = await describeLost(site, upgrade, point);
  if (!withData)
    throw new UsageError(
      `${upgrade.from} may not use the data of ${upgrade.to}. \`glean rollback --data\` goes back to ${point}, and loses what was written since: ${lost}.`,
    );
  await goBackWithData(site, upgrade, point);
  print(`Lost: ${lost}. The restore point of before has it.\n`);
}
