import { svg, textAt } from './svg';

interface Box {
  x: number;
  y: number;
  width: number;
  lines: string[];
}

const COLUMN = 160;
const ROW = 104;
const HEIGHT = 60;
const GAP = 16;
const BOX = /^box (\w+) (\d+) (\d+) (\d+): (.+)$/;
const ARROW = /^arrow (\w+) -> (\w+)(?:: (.+))?$/;

function boxOf([, , column, row, span, lines = '']: string[]): Box {
  return {
    x: Number(column) * COLUMN + GAP / 2,
    y: Number(row) * ROW + GAP,
    width: Number(span) * COLUMN - GAP,
    lines: lines.split('|').map((line) => line.trim()),
  };
}

function drawBox({ x, y, width, lines }: Box): string {
  const [title = '', ...more] = lines;
  const middle = x + width / 2;
  const texts = more.map((line, index) => textAt(middle, y + 44 + index * 14, line, 'label', width - GAP));
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${HEIGHT}" rx="6"/>`,
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
        isForward ? from.y + HEIGHT : from.y,
        to.x + to.width / 2,
        isForward ? to.y : to.y + HEIGHT,
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
  for (const line of source.split('\n').filter((each) => each && !each.startsWith('#'))) {
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
  return svg(columns * COLUMN, rows * ROW + GAP, title, [...arrows, ...[...boxes.values()].map(drawBox)]);
}
