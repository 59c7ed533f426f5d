import { svg, textAt } from './svg';

const LANE = 210;
const STEP = 40;
const TOP = 76;
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
  for (const line of source.split('\n').filter((each) => each && !each.startsWith('#'))) {
    const y = TOP + (steps.length + 1) * STEP;
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
  const height = TOP + (steps.length + 1) * STEP;
  const heads = lanes.map(({ name, title: head }) => {
    const x = xOf(name);
    return `<line class="lane" x1="${x}" y1="${TOP}" x2="${x}" y2="${height - 12}"/><rect x="${x - LANE / 2 + 8}" y="20" width="${LANE - 16}" height="44" rx="6"/>${textAt(x, 47, head, 'title', LANE - 28)}`;
  });
  return svg(lanes.length * LANE, height, title, [...heads, ...steps]);
}
