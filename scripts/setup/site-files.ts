// What `glean setup` writes: settings, data folder, link to the release, units.
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';

import { UsageError } from '#scripts/operator/command.ts';

import type { Choices } from './questions.ts';
import { UNIT_FOLDER, writeUnits } from './units.ts';

/** Who owns the site's data, and runs the site: the owner of its folder before the setup. */
export interface Owner {
  uid: number;
  gid: number;
  /** its name, or number */
  user: string;
}

/** The link to the release that runs, which an upgrade swaps. */
export const CURRENT = 'current';

export const isRoot = (): boolean => process.getuid?.() === 0;

/** @returns the owner of a file or folder */
export function readOwner(path: string): Owner {
  const { uid, gid } = statSync(path);
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((each) => each.split(':'))
    .find(([, , number]) => number === String(uid));
  return { uid, gid, user: line?.[0] ?? String(uid) };
}

/**
 * Rejects a place where no new site can be.
 * @param home of the site
 * @param release the folder of this release
 * @throws UsageError
 */
export function rejectWrongPlace(home: string, release: string): void {
  if (home === release)
    throw new UsageError(
      `This release is in ${release}. Unpack it in a folder that is called releases, like /srv/glean/releases: settings and data are beside that folder, where upgrades leave them alone.`,
    );
  if (existsSync(join(home, '.env')))
    throw new UsageError(
      `${home} has a site already: change its settings in ${join(home, '.env')}, and restart it.`,
    );
}

// As Node reads it (`process.loadEnvFile`): without quotes, # begins a comment.
const quote = (value: string): string => (value.includes("'") ? `"${value}"` : `'${value}'`);

function writeSettings({ domain, mail, backup, port }: Choices): string {
  const settings = {
    PUBLIC_URL: `https://${domain}`,
    SECRET: randomBytes(32).toString('hex'),
    PORT: String(port),
    // An upgrade counts members' errors with it.
    METRICS_PORT: String(port + 1),
    MAIL_URL: mail,
    BACKUP_URL: backup,
  };
  const lines = Object.entries(settings).map(([name, value]) =>
    value ? `${name}=${quote(value)}` : `#${name}=`,
  );
  return `# docs/operations.md, "Settings", has what each is, and all others.\n${lines.join('\n')}\n`;
}

/** Writes settings and data folder, which the site's owner gets, and the link to the release. */
export function writeSite(
  home: string,
  release: string,
  { uid, gid }: Owner,
  choices: Choices,
): void {
  const env = join(home, '.env');
  const data = join(home, 'data');
  const current = join(home, CURRENT);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (!existsSync(current)) symlinkSync(relative(home, release), current);
  // Last: a setup that was cut short begins again.
  writeFileSync(env, writeSettings(choices), { mode: 0o600 });
  if (!isRoot()) return;
  for (const path of [env, data]) chownSync(path, uid, gid);
  // Root runs what is in it, such as `glean upgrade`, which the site's user may read, and must not replace.
  chownSync(home, 0, gid);
  chmodSync(home, 0o750);
}

/**
 * Writes the units.
 * @param folder by default systemd's, for root, else the site's
 * @returns the folder
 */
export function writeSiteUnits(
  home: string,
  { user }: Owner,
  port: number,
  folder?: string,
): string {
  const to = folder ?? (isRoot() && existsSync(UNIT_FOLDER) ? UNIT_FOLDER : home);
  const units = writeUnits({ folder: join(home, CURRENT), user, port });
  for (const [name, text] of Object.entries(units)) writeFileSync(join(to, name), text);
  return to;
}
