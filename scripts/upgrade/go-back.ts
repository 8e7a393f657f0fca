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
const mayGoBack = async ({ home }: Site, { from, isOneWay }: Upgrade): Promise<boolean> =>
  !isOneWay && (await runOnSite<boolean>(home, from, ['may-use']));

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

const stop = ({ supervisor }: Site): Promise<void> => runStep('stop', () => supervisor.stop());

/**
 * Goes back to the old version and to a restore point, once the site has stopped.
 * @throws UsageError; the new version runs again
 */
async function goBackWithData(site: Site, upgrade: Upgrade, point: string): Promise<void> {
  const { home } = site;
  writeUpgrade(home, { ...upgrade, phase: 'returning' });
  try {
    await runStep('swap back', async () => swapLink(home, upgrade.from));
    await runStep('restore', async () => {
      const glean = gleanOf(home, upgrade.from);
      return (await runAsOwner(home, [glean, 'operator', 'restore', point])).trim();
    });
  } catch (error) {
    await goOn(site, upgrade);
    throw error;
  }
  await startOld(site, upgrade);
}

/** The first restore point since the swap: a start that migrates makes one, after the last write of the old version. */
async function findPoint({ home }: Site, upgrade: Upgrade): Promise<string> {
  const points = await runOnSite<string[]>(home, upgrade.from, ['points']);
  return points.find((each) => !upgrade.points.includes(each)) ?? upgrade.restorePoint;
}

/** @returns what members wrote since a restore point, by kind */
const findLost = ({ home }: Site, { from }: Upgrade, point: string): Promise<string[]> =>
  runOnSite<string[]>(home, from, ['lost', point]);

const describeLost = (lost: string[]): string =>
  lost.length > 0 ? `at least ${lost.join(', ')}` : 'changes that are not counted';

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
  // It may be about to start again, and write.
  if (!hasResponded) await stop(site);
  const point = await findPoint(site, upgrade);
  const lost = await findLost(site, upgrade, point);
  if (!hasResponded && lost.length === 0) {
    await goBackWithData(site, upgrade, point);
    return true;
  }
  writeUpgrade(site.home, { ...upgrade, phase: 'done' });
  print(
    `${upgrade.to} stays: ${upgrade.from} may not use its data. \`glean rollback --data\` goes back, and loses what was written since: ${describeLost(lost)}.\n`,
  );
  if (!hasResponded) await site.supervisor.restart();
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
  const point = await findPoint(site, upgrade);
  if (!withData) {
    const lost = describeLost(await findLost(site, upgrade, point));
    throw new UsageError(
      `${upgrade.from} may not use the data of ${upgrade.to}. \`glean rollback --data\` goes back to ${point}, and loses what was written since: ${lost}.`,
    );
  }
  await stop(site);
  const lost = describeLost(await findLost(site, upgrade, point));
  await goBackWithData(site, upgrade, point);
  print(`Lost: ${lost}. The restore point of before has it.\n`);
}
