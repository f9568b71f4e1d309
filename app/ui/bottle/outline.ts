/**
 * The right half of a vessel from its mouth to its foot, as distances from the axis and heights:
 * a point, then lines [x, y], quadratic [cx, cy, x, y] and cubic [c1x, c1y, c2x, c2y, x, y] curves.
 */
export type Profile = readonly (readonly number[])[];

type Point = readonly [x: number, y: number];
type Curve = readonly Point[];

export const AXIS = 60;

function curvesOf(profile: Profile): Curve[] {
  const ends = profile.map((segment): Point => [segment.at(-2)!, segment.at(-1)!]);
  return profile.slice(1).map((segment, i) => {
    const points: Point[] = [ends[i]!];
    for (let at = 0; at < segment.length; at += 2) points.push([segment[at]!, segment[at + 1]!]);
    return points;
  });
}

/** De Casteljau. */
function after(curve: Curve, t: number): Curve {
  const rest: Point[] = [];
  let points = curve;
  while (points.length > 0) {
    rest.unshift(points.at(-1)!);
    points = points
      .slice(1)
      .map(
        ([x, y], i) =>
          [
            points[i]![0] + (x - points[i]![0]) * t,
            points[i]![1] + (y - points[i]![1]) * t,
          ] as Point,
      );
  }
  return rest;
}

/** Relies on profiles that only go down. */
function below(curves: Curve[], level: number): Curve[] {
  const first = curves.findIndex((curve) => curve.at(-1)![1] > level);
  let [low, high] = [0, 1];
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (after(curves[first]!, middle)[0]![1] < level) low = middle;
    else high = middle;
  }
  return [after(curves[first]!, high), ...curves.slice(first + 1)];
}

export function halfWidth(profile: Profile, level: number): number {
  return below(curvesOf(profile), level)[0]![0]![0];
}

function joined(numbers: number[]): string {
  return numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
}

/** Omits the first control point of smooth curves. */
function pathOf(curves: readonly Curve[]): string {
  let path = "";
  let handle: Point | undefined;
  for (const curve of curves) {
    const [[x0, y0], ...rest] = curve.map(([x, y]) => [Math.round(x), Math.round(y)] as const) as [
      Point,
      ...Point[],
    ];
    const smooth = handle && handle[0] === rest[0]![0] - x0 && handle[1] === rest[0]![1] - y0;
    const numbers = (smooth ? rest.slice(1) : rest).flatMap(([x, y]) => [x - x0, y - y0]);
    if (rest.length > 1)
      path += (rest.length === 2 ? (smooth ? "t" : "q") : smooth ? "s" : "c") + joined(numbers);
    else if (numbers[1] === 0) path += numbers[0] === 0 ? "" : `h${numbers[0]}`;
    else path += numbers[0] === 0 ? `v${numbers[1]}` : `l${joined(numbers)}`;
    const [a, b] = rest.slice(-2);
    handle = rest.length > 1 ? [b![0] - a![0], b![1] - a![1]] : undefined;
  }
  return path;
}

/** @param level of the liquid; by default the vessel's mouth */
export function outline(profile: Profile, level = profile[0]![1]!): string {
  const half = below(curvesOf(profile), level);
  const right = half.map((curve) => curve.map(([x, y]) => [AXIS + Math.round(x), y] as const));
  const left = half
    .map((curve) => curve.map(([x, y]) => [AXIS - Math.round(x), y] as const).toReversed())
    .toReversed();
  const start = left.at(-1)!.at(-1)!;
  const across = [start, right[0]![0]!];
  const foot = [right.at(-1)!.at(-1)!, left[0]![0]!];
  const back = left.at(-1)!.length === 2 ? left.slice(0, -1) : left;
  return `M${start[0]} ${Math.round(start[1])}${pathOf([across, ...right, foot, ...back])}z`;
}

/** A strip of light along the left wall, widest in the middle. */
export function sliver(profile: Profile, from: number, to: number): string {
  const at = (y: number) => AXIS - (halfWidth(profile, y) - 4);
  const halfway = (from + to) / 2;
  const [top, middle, end] = [at(from), at(halfway), at(to)];
  const bend = 2 * middle - (top + end) / 2;
  const straight = Math.abs(middle - (top + end) / 2) < 1;
  const wall: Curve = straight
    ? [
        [end, to],
        [top, from],
      ]
    : [
        [end, to],
        [bend, halfway],
        [top, from],
      ];
  const back: Curve = [
    [top, from],
    [bend + 14, halfway],
    [end, to],
  ];
  return `M${Math.round(end)} ${to}${pathOf([wall, back])}z`;
}
