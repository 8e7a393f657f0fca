// Generates src/lib/contract/coast.json, the coast of the region for maps, from Natural Earth 1:10m (public domain)
// in the npm package `world-atlas`: `node scripts/generate/coast.ts path/to/land-10m.json`. Only needed again for
// another region.
import { readFile, writeFile } from 'node:fs/promises';

import towns from '#lib/contract/towns.json' with { type: 'json' };

type Point = [longitude: number, latitude: number];

/** The used part of a TopoJSON file: https://github.com/topojson/topojson-specification */
interface Atlas {
  arcs: [number, number][][];
  transform: { scale: [number, number]; translate: [number, number] };
  objects: { land: { geometries: { arcs: number[][][] }[] } };
}

const OUTPUT = 'src/lib/contract/coast.json';
// About 150 m: less than the width of the line.
const TOLERANCE = 0.0015;
// Smaller islands would be dots.
const LEAST_POINTS = 4;
const MARGIN = 0.25;
// Cuts at a margin outside the map, so that the cut is invisible.
const BLEED = 0.1;

const rows = Object.values(towns.provinces).flat() as [string, string, number, number, string][];
const latitudes = rows.map(([, , latitude]) => latitude);
const longitudes = rows.map(([, , , longitude]) => longitude);
const box = {
  west: Math.min(...longitudes) - MARGIN,
  east: Math.max(...longitudes) + MARGIN,
  south: Math.min(...latitudes) - MARGIN,
  north: Math.max(...latitudes) + MARGIN,
};

/** Decodes an arc, whose points are integer differences. */
function decode({ transform: { scale, translate } }: Atlas, arc: [number, number][]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

function readRings(atlas: Atlas): Point[][] {
  const arcs = atlas.arcs.map((arc) => decode(atlas, arc));
  // A negative index means the arc reversed.
  const pointsOf = (index: number) =>
    index < 0 ? (arcs[~index] ?? []).toReversed() : (arcs[index] ?? []);
  const rings = atlas.objects.land.geometries.flatMap((land) => land.arcs.flat());
  return rings.map((ring) =>
    [ring].flat().flatMap((index, nth) => pointsOf(index).slice(nth === 0 ? 0 : 1)),
  );
}

interface Edge {
  isInside: (point: Point) => boolean;
  /** where the line between two points crosses the edge */
  cross: (a: Point, b: Point) => Point;
}

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
];

const edge = (axis: 0 | 1, limit: number, sign: 1 | -1): Edge => ({
  isInside: (point) => (point[axis] - limit) * sign >= 0,
  cross: (a, b) => between(a, b, (limit - a[axis]) / (b[axis] - a[axis])),
});

const EDGES = [
  edge(0, box.west - BLEED, 1),
  edge(0, box.east + BLEED, -1),
  edge(1, box.south - BLEED, 1),
  edge(1, box.north + BLEED, -1),
];

/** Clips a ring to the box (Sutherland–Hodgman). */
const clip = (ring: Point[]): Point[] =>
  EDGES.reduce(
    (points, { isInside, cross }) =>
      points.flatMap((point, nth) => {
        const before = points.at(nth - 1) ?? point;
        if (isInside(point) === isInside(before)) return isInside(point) ? [point] : [];
        return isInside(point) ? [cross(before, point), point] : [cross(before, point)];
      }),
    ring,
  );

/** The distance of a point from the line through two others. */
function distance([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  return length === 0
    ? Math.hypot(x - ax, y - ay)
    : Math.abs(dx * (ay - y) - dy * (ax - x)) / length;
}

/** Removes points that barely change the line (Douglas–Peucker). */
function simplify(points: Point[]): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return points;
  const distances = points.map((point) => distance(point, first, last));
  const farthest = distances.indexOf(Math.max(...distances));
  if ((distances[farthest] ?? 0) < TOLERANCE) return [first, last];
  const head = simplify(points.slice(0, farthest + 1));
  return [...head.slice(0, -1), ...simplify(points.slice(farthest))];
}

// Units of the map per degree of latitude.
const SCALE = 400;
/** The ratio of a degree of longitude to one of latitude at the region's center. */
const cosine = Number(Math.cos((((box.south + box.north) / 2) * Math.PI) / 180).toFixed(4));

/** The SVG path of a ring, in relative integers. */
function toPath(ring: Point[]): string {
  const at = ([longitude, latitude]: Point): Point => [
    Math.round((longitude - box.west) * cosine * SCALE),
    Math.round((box.north - latitude) * SCALE),
  ];
  const points = ring.map(at);
  const steps = points.slice(1).map(([x, y], nth) => {
    const [bx, by] = points[nth] ?? [0, 0];
    return `${x - bx} ${y - by}`;
  });
  return `M${points[0]?.join(' ')}l${steps.join(' ')}z`;
}

const [, , source = ''] = process.argv;
const atlas: Atlas = JSON.parse(await readFile(source, 'utf8'));
const rings = readRings(atlas)
  .map((ring) => simplify(clip(ring)))
  .filter(({ length }) => length >= LEAST_POINTS);
const coast = {
  west: Number(box.west.toFixed(4)),
  north: Number(box.north.toFixed(4)),
  width: Math.round((box.east - box.west) * cosine * SCALE),
  xScale: Number((cosine * SCALE).toFixed(2)),
  yScale: SCALE,
  height: Math.round((box.north - box.south) * SCALE),
  path: rings.map(toPath).join(''),
};
await writeFile(OUTPUT, `${JSON.stringify(coast)}\n`);
