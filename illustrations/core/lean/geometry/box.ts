/** A rectangle that surely holds a drawing: left, top, right, bottom. */
export type Box = readonly [number, number, number, number];

export const everywhere: Box = [-1e9, -1e9, 1e9, 1e9];

export const boxAround = (points: readonly (readonly [number, number])[], margin = 0): Box => {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs) - margin, Math.min(...ys) - margin, Math.max(...xs) + margin, Math.max(...ys) + margin];
};

export const corners = ([l, t, r, b]: Box): [number, number][] => [
  [l, t],
  [r, t],
  [r, b],
  [l, b],
];

/** Boxes this near to one another may share a pixel of a picture that is shown smaller. */
const NEAR = 2;

export const areApart = (a: readonly Box[], b: readonly Box[]): boolean =>
  a.every(([l, t, r, bottom]) =>
    b.every(([l2, t2, r2, b2]) => l - NEAR > r2 || l2 - NEAR > r || t - NEAR > b2 || t2 - NEAR > bottom),
  );
