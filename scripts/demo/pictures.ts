import sharp from 'sharp';

import { paintScene, type Scene } from './pictures/kit/scene.ts';
import { portrait } from './pictures/portraits/face.ts';
import { faces } from './pictures/portraits/people.ts';
import { animalScenes } from './pictures/scenes/animals.ts';
import { covers } from './pictures/scenes/covers.ts';
import { fieldScenes } from './pictures/scenes/field.ts';
import { fruitScenes } from './pictures/scenes/fruit.ts';
import { riceScenes } from './pictures/scenes/rice.ts';
import { worksScenes } from './pictures/scenes/works.ts';

const posts: Record<string, Scene> = { ...riceScenes, ...fieldScenes, ...fruitScenes, ...animalScenes, ...worksScenes };

const svgs: Record<string, () => string> = Object.fromEntries([
  ...Object.entries(posts).map(([name, scene]) => [name, () => paintScene(name, scene)] as const),
  ...Object.entries(covers).map(([name, scene]) => [name, () => paintScene(name, scene, 900)] as const),
  ...Object.entries(faces).map(([name, face]) => [name, () => portrait(face)] as const),
]);

export const names: string[] = Object.keys(svgs);

export async function draw(name: string): Promise<Buffer> {
  const svg = svgs[name];
  if (!svg) throw new Error(`No demo picture is called ${name}`);
  return sharp(Buffer.from(svg())).flatten().jpeg({ quality: 85 }).toBuffer();
}
