import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** An instruction of the Dockerfile, e.g. `RUN npm ci`. */
export interface Instruction {
  name: string;
  value: string;
}

/** @returns the instructions of each stage; the first of each is FROM */
export function readDockerfile(): Instruction[][] {
  const text = readFileSync(resolve(ROOT, 'Dockerfile'), 'utf8');
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, value });
  }
  return stages;
}

/** The build context: the exceptions of .dockerignore, which ignores everything else. */
export function readBuildContext(): string[] {
  const [everything, ...exceptions] = readFileSync(resolve(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  if (everything !== '*') throw new Error('.dockerignore does not ignore everything at first.');
  return exceptions.map((line) => line.replace('!', ''));
}
