import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../platform/tooling/src/paths';
import { noMore } from '../platform/tooling/src/run/command';
import { escapeText } from './core/to-svg';

/* The pictures of `docs/`: each is drawn from a text beside it, or from `bench/results`. */

const FOLDER = join(ROOT, 'docs', 'pictures');

/** A picture of the documentation, and what draws it from its text. */
interface Diagram {
  file: string;
  draw(): string;
}

const diagram = (name: string, title: string, draw: (source: string, title: string) => string): Diagram => ({
  file: join(FOLDER, `${name}.svg`),
  draw: () => draw(readFileSync(join(FOLDER, `${name}.txt`), 'utf8'), title),
});

const pageWeight: Diagram = {
  file: join(FOLDER, 'page-weight.svg'),
  draw: () => {
    const file = join(ROOT, 'bench', 'results', '2026-11-29-page-weight.json');
    const run = JSON.parse(readFileSync(file, 'utf8')) as Run;
    return barChart(run, 'kB brotli', 'Scripts before the first interaction');
  },
};

export const DIAGRAMS: readonly Diagram[] = [
  diagram('house', 'What runs, and what talks to what', houseDiagram),
  diagram('request', 'The way of one request, from top to bottom', requestDiagram),
  diagram('fragments', 'A page with five fragments of which one hangs', timelineDiagram),
  pageWeight,
];

/** Draws `docs/pictures/*.svg` from the text beside them and from `bench/results`. */
export async function drawDiagrams(words: readonly string[]): Promise<void> {
  noMore(words);
  for (const { file, draw } of DIAGRAMS) {
    writeFileSync(file, draw());
    console.log(file);
  }
}

interface Box {
  x: number;
  y: number;
  width: number;
  lines: string[];
}

const GRID_COLUMN = 160;
const GRID_ROW = 104;
const GRID_HEIGHT = 60;
const GRID_GAP = 16;
const BOX = /^box (\w+) (\d+) (\d+) (\d+): (.+)$/;
const ARROW = /^arrow (\w+) -> (\w+)(?:: (.+))?$/;

function boxOf([, , column, row, span, lines = '']: string[]): Box {
  return {
    x: Number(column) * GRID_COLUMN + GRID_GAP / 2,
    y: Number(row) * GRID_ROW + GRID_GAP,
    width: Number(span) * GRID_COLUMN - GRID_GAP,
    lines: lines.split('|').map((line) => line.trim()),
  };
}

function drawBox({ x, y, width, lines }: Box): string {
  const [title = '', ...more] = lines;
  const middle = x + width / 2;
  const texts = more.map((line, index) => textAt(middle, y + 44 + index * 14, line, 'label', width - GRID_GAP));
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${GRID_HEIGHT}" rx="6"/>`,
    textAt(middle, y + 26, title, 'title'),
    ...texts,
  ].join('');
}

/** From the edges that face each other; sideways when both stand in one row. */
function drawArrow(from: Box, to: Box, label = ''): string {
  const sideways = from.y === to.y;
  const isForward = sideways ? to.x > from.x : to.y > from.y;
  const [x1, y1, x2, y2] = sideways
    ? [isForward ? from.x + from.width : from.x, from.y + 30, isForward ? to.x : to.x + to.width, to.y + 30]
    : [
        Math.min(Math.max(to.x + to.width / 2, from.x + 8), from.x + from.width - 8),
        isForward ? from.y + GRID_HEIGHT : from.y,
        to.x + to.width / 2,
        isForward ? to.y : to.y + GRID_HEIGHT,
      ];
  const text =
    label &&
    textAt(
      (x1 + x2) / 2 + (sideways ? 0 : 6),
      (y1 + y2) / 2 + (sideways ? -20 : 4),
      label,
      sideways ? 'label' : 'label start',
    );
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" marker-end="url(#tip)"/>${text}`;
}

/**
 * Draws boxes on a grid and the arrows between them.
 * @throws naming the line that cannot be read, or the box that an arrow misses
 */
export function houseDiagram(source: string, title: string): string {
  const boxes = new Map<string, Box>();
  const arrows: string[] = [];
  let size = [0, 0];
  for (const line of linesOf(source)) {
    const box = BOX.exec(line);
    const arrow = ARROW.exec(line);
    if (line.startsWith('grid ')) size = line.slice(5).split(' ').map(Number);
    else if (box) boxes.set(box[1] ?? '', boxOf(box));
    else if (arrow) {
      const [from, to] = [boxes.get(arrow[1] ?? ''), boxes.get(arrow[2] ?? '')];
      if (!from || !to) throw new Error(`No such box: ${line}`);
      arrows.push(drawArrow(from, to, arrow[3]));
    } else throw new Error(`This line cannot be read: ${line}`);
  }
  const [columns = 0, rows = 0] = size;
  return svg(columns * GRID_COLUMN, rows * GRID_ROW + GRID_GAP, title, [
    ...arrows,
    ...[...boxes.values()].map(drawBox),
  ]);
}

const LANE = 210;
const LANE_STEP = 40;
const LANE_TOP = 76;
const LANE_LINE = /^lane (\w+): (.+)$/;
const MESSAGE = /^(\w+) -> (\w+): (.+)$/;
const DEED = /^(\w+): (.+)$/;

/**
 * Draws lanes, and from top to bottom what goes from one to another.
 * @throws naming the line that cannot be read
 */
export function requestDiagram(source: string, title: string): string {
  const lanes: { name: string; title: string }[] = [];
  const steps: string[] = [];
  const xOf = (name = ''): number => {
    const index = lanes.findIndex((lane) => lane.name === name);
    if (index < 0) throw new Error(`No such lane: ${name}`);
    return index * LANE + LANE / 2;
  };
  for (const line of linesOf(source)) {
    const y = LANE_TOP + (steps.length + 1) * LANE_STEP;
    const lane = LANE_LINE.exec(line);
    const message = MESSAGE.exec(line);
    const deed = DEED.exec(line);
    if (lane) lanes.push({ name: lane[1] ?? '', title: lane[2] ?? '' });
    else if (message) {
      const [from, to] = [xOf(message[1]), xOf(message[2])];
      const arrow = `<line x1="${from}" y1="${y}" x2="${to}" y2="${y}" marker-end="url(#tip)"/>`;
      steps.push(arrow + textAt((from + to) / 2, y - 7, message[3] ?? '', 'label', Math.abs(to - from) + LANE / 2));
    } else if (deed) {
      const x = xOf(deed[1]);
      steps.push(
        `<path d="M${x} ${y - 12}h14v12h-12" marker-end="url(#tip)"/>${textAt(x + 22, y - 2, deed[2] ?? '', 'label start')}`,
      );
    } else throw new Error(`This line cannot be read: ${line}`);
  }
  const height = LANE_TOP + (steps.length + 1) * LANE_STEP;
  const heads = lanes.map(({ name, title: head }) => {
    const x = xOf(name);
    return `<line class="lane" x1="${x}" y1="${LANE_TOP}" x2="${x}" y2="${height - 12}"/><rect x="${x - LANE / 2 + 8}" y="20" width="${LANE - 16}" height="44" rx="6"/>${textAt(x, 47, head, 'title', LANE - 28)}`;
  });
  return svg(lanes.length * LANE, height, title, [...heads, ...steps]);
}

const TIME_ROW = 28;
const TIME_LEFT = 150;
const TIME_TOP = 44;
const TIME_WIDTH = 620;
const TICK_MS = 100;
const TIME_LINE = /^(done|left out) (\d+) (\d+): (.+)$/;

/**
 * Draws steps as bars over the time that they took, in ms: whole ones, and those that were left out in dashes.
 * @throws naming the line that cannot be read
 */
export function timelineDiagram(source: string, title: string): string {
  const steps = linesOf(source).map((line) => {
    const [, state, from, to, name = ''] = TIME_LINE.exec(line) ?? [];
    if (!state) throw new Error(`This line cannot be read: ${line}`);
    return { state, from: Number(from), to: Number(to), name };
  });
  const longest = Math.max(...steps.map(({ to }) => to));
  const x = (ms: number): number => Math.round(TIME_LEFT + (ms / longest) * TIME_WIDTH);
  const bottom = TIME_TOP + steps.length * TIME_ROW;
  const ticks = Array.from({ length: Math.floor(longest / TICK_MS) + 1 }, (_, index) => index * TICK_MS);
  const bars = steps.flatMap(({ state, from, to, name }, index) => {
    const y = TIME_TOP + index * TIME_ROW;
    const [start, end] = [x(from), x(to)];
    const dashes = state === 'done' ? '' : ' class="lane"';
    const words = `${to - from} ms${state === 'done' ? '' : ', left out'}`;
    const isLong = end - start > words.length * 7;
    return [
      textAt(12, y + 18, name, 'start', TIME_LEFT - 20),
      `<rect x="${start}" y="${y + 4}" width="${Math.max(2, end - start)}" height="${TIME_ROW - 10}" rx="2"${dashes}/>`,
      textAt(isLong ? start + 8 : end + 8, y + 17, words, 'start label'),
    ];
  });
  return svg(TIME_LEFT + TIME_WIDTH + 40, bottom + 32, title, [
    textAt(12, 24, title, 'start title'),
    ...ticks.map((ms) => `<line class="lane" x1="${x(ms)}" y1="${TIME_TOP}" x2="${x(ms)}" y2="${bottom}"/>`),
    ...bars,
    ...ticks.map((ms) => textAt(x(ms), bottom + 18, `${ms} ms`, 'label')),
  ]);
}

/** One run of a measuring command, as `bench/results/*.json` holds it. */
export interface Run {
  date: string;
  command: string;
  machine: string;
  values: readonly { what: string; value: number; unit: string; promise?: string }[];
}

const BAR_ROW = 24;
const BAR_LEFT = 230;
const BAR_SCALE = 5.5;
const BAR_TOP = 40;

/** Horizontal bars of every value in `unit`, each with a mark at its promised limit. */
export function barChart(run: Run, unit: string, title: string): string {
  const rows = run.values.filter((row) => row.unit === unit);
  const x = (value: number) => BAR_LEFT + value * BAR_SCALE;
  const bottom = BAR_TOP + rows.length * BAR_ROW;
  const parts = rows.flatMap(({ what, value, promise }, index) => {
    const y = BAR_TOP + index * BAR_ROW;
    const limit = Number(/[\d.]+/.exec(promise ?? '')?.[0] ?? Number.NaN);
    return [
      textAt(12, y + 16, what, 'start'),
      `<rect x="${BAR_LEFT}" y="${y + 4}" width="${(value * BAR_SCALE).toFixed(1)}" height="${BAR_ROW - 8}"/>`,
      textAt(x(value) - 34, y + 16, value.toFixed(1), 'start label'),
      ...(Number.isNaN(limit) ? [] : [`<path d="M${x(limit)} ${y + 2}v${BAR_ROW - 4}"/>`]),
    ];
  });
  return svg(x(Math.max(...rows.map(({ value }) => value))) + 60, bottom + 12, title, [
    textAt(12, 24, `${title}, ${unit}, ${run.date}`, 'start title'),
    ...parts,
  ]);
}

/** A picture's source without empty lines and comments. */
const linesOf = (source: string): string[] => source.split('\n').filter((line) => line && !line.startsWith('#'));

/** One line of text; a long one is pressed into its width rather than cut. */
function textAt(x: number, y: number, text: string, kind: string, widest = Number.POSITIVE_INFINITY): string {
  const isTooLong = text.length * GLYPH_WIDTH > widest;
  const fit = isTooLong ? ` textLength="${widest}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${x}" y="${y}" class="${kind}"${fit}>${escapeText(text)}</text>`;
}

/** Of the small type, on average. */
const GLYPH_WIDTH = 6.4;

const STYLE = `svg{font:12px system-ui,sans-serif;background:#faf6ee}
text{fill:#1d2433;text-anchor:middle}.title{font-weight:600;font-size:14px}.start{text-anchor:start}
.label{font-size:11px;fill:#5b6275}
rect{fill:#fff;stroke:#263a78;stroke-width:1.5}
line,path{stroke:#5b6275;stroke-width:1.25;fill:none}.lane{stroke-dasharray:3 4}`;

/** A whole picture. @param title what it shows, for those who do not see it */
function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  const arrow =
    '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#5b6275;stroke:none"/></marker>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escapeText(title)}</title>
<style>${STYLE}</style>
<defs>${arrow}</defs>
${parts.join('\n')}
</svg>
`;
}
