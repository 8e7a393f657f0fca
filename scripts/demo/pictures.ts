import sharp from 'sharp';

import { fields } from './pictures/diagrams/fields.ts';
import { flies } from './pictures/diagrams/flies.ts';
import { heaps } from './pictures/diagrams/heaps.ts';
import { kilns } from './pictures/diagrams/kilns.ts';
import { numbers } from './pictures/diagrams/numbers.ts';
import { recipes } from './pictures/diagrams/recipes.ts';
import { paintScene, type Scene } from './pictures/kit/scene.ts';
import { portrait } from './pictures/portraits/face.ts';
import { growers } from './pictures/portraits/growers.ts';
import { makers } from './pictures/portraits/makers.ts';
import { animalScenes } from './pictures/scenes/animals.ts';
import { cornScenes } from './pictures/scenes/corn-and-cane.ts';
import { worksCovers } from './pictures/scenes/covers-works.ts';
import { fieldCovers } from './pictures/scenes/covers.ts';
import { fieldScenes } from './pictures/scenes/field.ts';
import { fireScenes } from './pictures/scenes/fire-and-flies.ts';
import { fruitScenes } from './pictures/scenes/fruit.ts';
import { hullScenes } from './pictures/scenes/hull.ts';
import { marketScenes } from './pictures/scenes/market.ts';
import { riceScenes } from './pictures/scenes/rice.ts';
import { worksScenes } from './pictures/scenes/works.ts';

const ofPosts: Record<string, Scene> = {
  ...riceScenes,
  ...hullScenes,
  ...fieldScenes,
  ...cornScenes,
  ...fruitScenes,
  ...marketScenes,
  ...animalScenes,
  ...worksScenes,
  ...fireScenes,
};
const ofCovers = { ...fieldCovers, ...worksCovers };
const ofDiagrams = { ...recipes, ...numbers, ...heaps, ...fields, ...kilns, ...flies };
const ofPeople = { ...growers, ...makers };

/** What paints each picture, as the text of an SVG. */
const painters = new Map<string, () => string>(Object.entries(ofDiagrams));
for (const [name, it] of Object.entries(ofPosts)) painters.set(name, () => paintScene(name, it));
for (const [name, it] of Object.entries(ofCovers))
  painters.set(name, () => paintScene(name, it, 900));
for (const [name, it] of Object.entries(ofPeople)) painters.set(name, () => portrait(it));

/** @public */
export const names: string[] = [...painters.keys()];

/**
 * The picture as a JPEG.
 * @throws Error for a name that no picture has
 */
export async function draw(name: string): Promise<Buffer> {
  const paint = painters.get(name);
  if (!paint) throw new Error(`No demo picture is called ${name}`);
  return sharp(Buffer.from(paint())).flatten().jpeg({ quality: 85 }).toBuffer();
}
