import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

import { type Instruction, readBuildContext, readDockerfile } from './dockerfile.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A stage of the image, whose root is a folder. */
export interface ImageStage {
  folder: string;
  workdir: string;
  env: Record<string, string>;
  /** the other instructions, such as CMD */
  rest: Map<string, string>;
}

/** The folder of a path in the image. */
const inStage = ({ folder, workdir }: ImageStage, path: string): string =>
  path.startsWith('/') ? join(folder, path) : join(folder, workdir, path);

/** Copies like Docker: files into a folder, and the contents of a folder. */
async function copy(stage: ImageStage, value: string, stages: ImageStage[]): Promise<void> {
  const [, name] = /--from=(\S+)/.exec(value) ?? [];
  const from = stages.find(({ rest }) => rest.get('FROM')?.endsWith(` AS ${name}`));
  const paths = value.split(' ').filter((word) => !word.startsWith('--'));
  const target = inStage(stage, paths.pop() ?? '');
  for (const path of paths) {
    if (path === '.') await copyContext(target);
    else {
      const source = from ? inStage(from, path) : join(ROOT, path);
      const to = value.endsWith('/') ? join(target, basename(path)) : target;
      await cp(source, to, { recursive: true, verbatimSymlinks: true });
    }
  }
}

async function copyContext(target: string): Promise<void> {
  for (const name of readBuildContext())
    await cp(join(ROOT, name), join(target, name), { recursive: true });
}

/** Runs a command of the image as this machine's user. */
function run(stage: ImageStage, command: string): void {
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  // Settings of npm on this machine: its cache, and the certificate authorities for its registry.
  const names = ['HOME', 'npm_config_cache', 'NODE_EXTRA_CA_CERTS'];
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const here = command
    .replaceAll('-o node -g node ', '')
    .replaceAll(/(?<=\s)\/(?=data|backup)/g, `${stage.folder}/`);
  execFileSync('sh', ['-c', here], {
    cwd: inStage(stage, '.'),
    env: { ...env, ...stage.env, PATH: path },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function follow(stage: ImageStage, { name, value }: Instruction, stages: ImageStage[]) {
  if (name === 'WORKDIR') {
    stage.workdir = value;
    await mkdir(inStage(stage, '.'), { recursive: true });
  } else if (name === 'ENV')
    for (const [, key = '', text = ''] of value.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = text;
  else if (name === 'COPY') await copy(stage, value, stages);
  else if (name === 'RUN') run(stage, value);
  else stage.rest.set(name, value);
}

/**
 * Executes the Dockerfile in an empty folder.
 * @param onStep called before each instruction
 * @returns the last stage
 */
export async function buildImage(
  folder: string,
  onStep: (instruction: Instruction) => void,
): Promise<ImageStage> {
  const stages: ImageStage[] = [];
  for (const [nth, instructions] of readDockerfile().entries()) {
    const path = join(folder, `stage-${nth}`);
    const stage: ImageStage = { folder: path, workdir: '/', env: {}, rest: new Map() };
    await mkdir(stage.folder);
    for (const instruction of instructions) {
      onStep(instruction);
      await follow(stage, instruction, stages);
    }
    stages.push(stage);
  }
  const last = stages.at(-1);
  if (!last) throw new Error('The Dockerfile has no stage.');
  return last;
}
