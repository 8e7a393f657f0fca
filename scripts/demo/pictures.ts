import sharp from 'sharp';

import { paintScene, type Scene } from './pictures/kit/scene.ts';
import { riceScenes } from './pictures/scenes/rice.ts';

const posts: Record<string, Scene> = { ...riceScenes };

const svgs: Record<string, () => string> = Object.fromEntries([
  ...Object.entries(posts).map(([name, scene]) => [name, () => paintScene(name, scene)] as const),
]);

export const names: string[] = Object.keys(svgs);

export async function draw(name: string): Promise<Buffer> {
  const svg = svgs[name];
  if (!svg) throw new Error(`No demo picture is called ${name}`);
  return sharp(Buffer.from(svg())).flatten().jpeg({ quality: 85 }).toBuffer();
}
