type Point = [number, number];

const TOKENS = /[a-df-zA-DF-Z]|-?\d*\.?\d+(?:e[-+]?\d+)?/g;

/**
 * Closed rings of SVG path data made of straight lines (`M`, `L`, `Z`, absolute or relative).
 * @throws naming any other command
 */
export function ringsOf(data: string): Point[][] {
  const rings: Point[][] = [];
  let ring: Point[] = [];
  let [x, y] = [0, 0];
  let command = 'M';
  const tokens = data.match(TOKENS) ?? [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] ?? '';
    if (/[a-z]/i.test(token) && !/\d/.test(token)) {
      command = token;
      at++;
      if (!/[mlz]/i.test(command)) throw new Error(`Path command ${command} is not a straight line.`);
      if (command.toLowerCase() === 'z') [x, y] = ring[0] ?? [x, y];
      if (command.toLowerCase() !== 'l') {
        if (ring.length > 0) rings.push(ring);
        ring = [];
      }
      continue;
    }
    const [dx, dy] = [Number(token), Number(tokens[at + 1])];
    const relative = command === command.toLowerCase();
    [x, y] = relative ? [x + dx, y + dy] : [dx, dy];
    ring.push([x, y]);
    at += 2;
  }
  return rings;
}
