import type { Shot } from './capture';

/** A page that a picture is taken of. */
export interface Target {
  name: string;
  url: string;
}

/** Takes pictures at one width, one after the other, and names each at its start, with what was found on it. All of them take minutes. */
export async function takeAll(
  targets: readonly Target[],
  width: number,
  say: (line: string) => void,
  take: (target: Target) => Promise<Shot>,
): Promise<Shot[]> {
  const taken: Shot[] = [];
  for (const [index, target] of targets.entries()) {
    say(`${width} px, ${index + 1} of ${targets.length}: ${target.name}`);
    const shot = await take(target);
    for (const finding of shot.findings) say(`${width} ${target.name}: ${finding}`);
    taken.push(shot);
  }
  return taken;
}
