import { type Hour, type Light, lights, sky, veil } from './light.ts';
import { type Random, randomFrom } from './svg.ts';

export type Paint = (r: Random, light: Light) => string[];
/** A picture by its name: the hour, and what is painted under that sky. */
export interface Scene {
  hour: Hour;
  paint: Paint;
}

export const scene = (hour: Hour, paint: Paint): Scene => ({ hour, paint });

export function paintScene(name: string, { hour, paint }: Scene, height = 1000): string {
  const r = randomFrom(name);
  const light: Light = lights[hour];
  const inner = sky(light, r) + paint(r, light).join('') + veil(light);
  // A cover is the same canvas cut to 16:9, with less sky.
  const top = (1000 - height) * 0.45;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="${height}" viewBox="0 ${top} 1600 ${height}">${inner}</svg>`;
}
