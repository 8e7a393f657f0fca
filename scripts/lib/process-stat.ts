import { readFileSync } from 'node:fs';

// USER_HZ is 100 on every Linux platform that Node supports.
const TICK_MS = 10;
const PAGE_BYTES = 4096;

function readProc(pid: number | 'self'): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // The process has ended, or the system has no /proc.
    return '';
  }
}

/**
 * Reads processor time and resident memory of a process on Linux.
 * @returns null for a process that has ended, and on other systems
 */
export function readStat(pid: number | 'self') {
  const stat = readProc(pid);
  if (!stat) return null;
  // proc_pid_stat(5): after the name follow state, parent …; fields 14 to 17 are utime to cstime, 24 is rss.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15).map(Number);
  return {
    pid: Number.parseInt(stat, 10),
    parent: Number(fields[1]),
    cpuMs: (user + system + childUser + childSystem) * TICK_MS,
    /** of child processes that have ended; included in `cpuMs` */
    childrenCpuMs: (childUser + childSystem) * TICK_MS,
    memoryMb: (Number(fields[21]) * PAGE_BYTES) / 1024 ** 2,
  };
}
