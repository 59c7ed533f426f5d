import { short } from './decimals';
import { type Box, boxAround } from './geometry/box';

interface Command {
  readonly letter: string;
  readonly numbers: readonly number[];
}

/** How many numbers each command takes at a time. */
const ARITY: Record<string, number> = { m: 2, l: 2, t: 2, h: 1, v: 1, s: 4, q: 4, c: 6, a: 7, z: 0 };

const NUMBER = /-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g;
/** The flags of an arc may stand without a space. */
const ARC =
  /(-?[\d.]+(?:e-?\d+)?)[\s,]*(-?[\d.]+)[\s,]*(-?[\d.]+)[\s,]*([01])[\s,]*([01])[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))/g;

const numbersOf = (letter: string, text: string): number[] =>
  letter === 'a' || letter === 'A'
    ? [...text.matchAll(ARC)].flatMap(([, ...parts]) => parts.map(Number))
    : [...text.matchAll(NUMBER)].map(([part]) => Number(part));

const commandsOf = (d: string): Command[] =>
  [...d.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:e-?\d[^a-zA-Z]*)*)/g)].map(([, letter = '', text = '']) => ({
    letter,
    numbers: numbersOf(letter, text),
  }));

const written = (numbers: readonly number[]): string =>
  numbers
    .map(short)
    .map((text, i) => (i === 0 || text.startsWith('-') ? text : ` ${text}`))
    .join('');

/** The same path, moved. What is written relative to the point before stays as it is. */
export function moved(d: string, dx: number, dy: number): string {
  return d.replace(
    /([a-zA-Z])([^a-zA-Z]*(?:e-?\d[^a-zA-Z]*)*)/g,
    (command, letter: string, text: string, at: number) => {
      const arity = ARITY[letter.toLowerCase()] ?? 0;
      const absolute = letter === letter.toUpperCase();
      if (arity === 0 || !(absolute || at === 0)) return command;
      const shift = (number: number, i: number): number => {
        if (!absolute && i > 1) return number;
        if (letter === 'H') return number + dx;
        if (letter === 'V') return number + dy;
        if (letter === 'A') return i % 7 < 5 ? number : number + (i % 7 === 5 ? dx : dy);
        return number + (i % 2 ? dy : dx);
      };
      return letter + written(numbersOf(letter, text).map(shift));
    },
  );
}

type Point = readonly [number, number];

const inGroups = (numbers: readonly number[], of: number): number[][] =>
  Array.from({ length: Math.floor(numbers.length / of) }, (_, i) => numbers.slice(i * of, (i + 1) * of));

/** Points between which a command's line surely runs, its end last. */
function reached(kind: string, numbers: readonly number[], [x, y]: Point, [baseX, baseY]: Point): Point[] {
  const [first = 0, second = 0] = numbers;
  if (kind === 'h') return [[baseX + first, y]];
  if (kind === 'v') return [[x, baseY + first]];
  const named = kind === 'a' ? numbers.slice(5) : numbers;
  const points = inGroups(named, 2).map(([px = 0, py = 0]): Point => [baseX + px, baseY + py]);
  if (kind !== 'a') return points;
  const reach = 2 * Math.max(first, second);
  return [[x - reach, y - reach], [x + reach, y + reach], ...points];
}

/** A box that holds the path: that of its points and handles, for an arc that of all its circle could reach. */
export function boxOf(d: string): Box {
  const points: Point[] = [];
  let at: Point = [0, 0];
  let start = at;
  for (const { letter, numbers } of commandsOf(d)) {
    const kind = letter.toLowerCase();
    if (kind === 'z') at = start;
    for (const [i, part] of inGroups(numbers, ARITY[kind] || 1).entries()) {
      const next = reached(kind, part, at, letter === kind ? at : [0, 0]);
      points.push(...next);
      at = next.at(-1) ?? at;
      if (kind === 'm' && i === 0) start = at;
    }
  }
  return boxAround(points);
}
