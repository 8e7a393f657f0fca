// The systemd units in docs/operations.md, "With systemd".
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');
const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
const units = Array.from(text.matchAll(/```ini\n([^]+?)```/g), ([, unit = '']) => unit);

/** All units, in the order of the document. */
export const listUnits = (): string[] => units;

/** The settings in a section of the service's unit. */
export function readSection(name: string): Record<string, string> {
  const unit = units.find((each) => each.includes('[Service]')) ?? '';
  const section = new RegExp(String.raw`\[${name}\]\n([^[]*)`).exec(unit)?.[1] ?? '';
  return Object.fromEntries(Array.from(section.matchAll(/^(\w+)=(.*)$/gm), ([, ...pair]) => pair));
}

/** The command and environment of the service, with this folder instead of its own. */
export function readService(): { command: string[]; env: Record<string, string> } {
  const { ExecStart = '', Environment = '', WorkingDirectory = '' } = readSection('Service');
  const pairs = Array.from(Environment.matchAll(/(\w+)=(\S+)/g), ([, ...pair]) => pair);
  return {
    command: ExecStart.replaceAll(WorkingDirectory, ROOT).split(' '),
    env: Object.fromEntries(pairs),
  };
}

const SOCKET_TOOL = 'systemd-socket-activate';

/** systemd's program that listens and passes its socket to a command; undefined if not installed. */
export const socketTool = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, SOCKET_TOOL))
  .find((path) => existsSync(path));
