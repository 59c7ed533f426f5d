import { markFile, markSvg, marks } from './marks';

/** Draws the clients' marks and the list that names them in order. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  for (const index of marks.keys()) await out(`marks/${markFile(index)}`, markSvg(index));
  const list = marks.map(({ name }, index) => ({ file: `marks/${markFile(index)}`, name }));
  await out('marks/marks.json', `${JSON.stringify(list, undefined, 2)}\n`);
}
