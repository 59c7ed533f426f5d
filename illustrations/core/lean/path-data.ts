import { type Box, boxAround } from './box';
import { short } from './decimals';

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

/** A box that holds the path: that of its points and handles, for an arc that of all its circle could reach. */
export function boxOf(d: string): Box {
  const points: [number, number][] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  for (const { letter, numbers } of commandsOf(d)) {
    const kind = letter.toLowerCase();
    const [ox, oy] = letter === kind ? [1, 1] : [0, 0];
    const arity = ARITY[kind] ?? 0;
    if (arity === 0) {
      [x, y] = [startX, startY];
      continue;
    }
    for (let i = 0; i + arity <= numbers.length; i += arity) {
      const part = numbers.slice(i, i + arity);
      const [baseX, baseY] = [x * ox, y * oy];
      if (kind === 'h') x = baseX + (part[0] ?? 0);
      else if (kind === 'v') y = baseY + (part[0] ?? 0);
      else {
        const ends = kind === 'a' ? part.slice(5) : part;
        if (kind === 'a') {
          const reach = 2 * Math.max(part[0] ?? 0, part[1] ?? 0);
          points.push([x - reach, y - reach], [x + reach, y + reach]);
        }
        for (let k = 0; k < ends.length; k += 2) points.push([baseX + (ends[k] ?? 0), baseY + (ends[k + 1] ?? 0)]);
        [x, y] = points.at(-1) ?? [x, y];
      }
      points.push([x, y]);
      if (kind === 'm' && i === 0) [startX, startY] = [x, y];
    }
  }
  return boxAround(points);
}
