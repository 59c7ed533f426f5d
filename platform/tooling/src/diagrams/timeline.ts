import { svg, textAt } from './svg';

const ROW = 28;
const LEFT = 150;
const TOP = 44;
const WIDTH = 620;
const TICK_MS = 100;
const LINE = /^(done|left out) (\d+) (\d+): (.+)$/;

/**
 * Draws steps as bars over the time that they took, in ms: whole ones, and those that were left out in dashes.
 * @throws naming the line that cannot be read
 */
export function timelineDiagram(source: string, title: string): string {
  const steps = source
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [, state, from, to, name = ''] = LINE.exec(line) ?? [];
      if (!state) throw new Error(`This line cannot be read: ${line}`);
      return { state, from: Number(from), to: Number(to), name };
    });
  const longest = Math.max(...steps.map(({ to }) => to));
  const x = (ms: number): number => Math.round(LEFT + (ms / longest) * WIDTH);
  const bottom = TOP + steps.length * ROW;
  const ticks = Array.from({ length: Math.floor(longest / TICK_MS) + 1 }, (_, index) => index * TICK_MS);
  const bars = steps.flatMap(({ state, from, to, name }, index) => {
    const y = TOP + index * ROW;
    const [start, end] = [x(from), x(to)];
    const dashes = state === 'done' ? '' : ' class="lane"';
    const words = `${to - from} ms${state === 'done' ? '' : ', left out'}`;
    const isLong = end - start > words.length * 7;
    return [
      textAt(12, y + 18, name, 'start', LEFT - 20),
      `<rect x="${start}" y="${y + 4}" width="${Math.max(2, end - start)}" height="${ROW - 10}" rx="2"${dashes}/>`,
      textAt(isLong ? start + 8 : end + 8, y + 17, words, 'start label'),
    ];
  });
  return svg(LEFT + WIDTH + 40, bottom + 32, title, [
    textAt(12, 24, title, 'start title'),
    ...ticks.map((ms) => `<line class="lane" x1="${x(ms)}" y1="${TOP}" x2="${x(ms)}" y2="${bottom}"/>`),
    ...bars,
    ...ticks.map((ms) => textAt(x(ms), bottom + 18, `${ms} ms`, 'label')),
  ]);
}
