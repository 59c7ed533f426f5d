import { readdirSync } from 'node:fs';
import { CATALOGUE } from './catalogue';

const ROOM = `${__dirname}/../src/components`;

/** Parts that other components are made of; they are seen in those. */
const PARTS = new Set(['CardTitle', 'Field']);

const components = readdirSync(ROOM).map((name) => ({ name, files: readdirSync(`${ROOM}/${name}`) }));

describe.each(components)('$name', ({ name, files }) => {
  it('has a test', () => {
    expect(files.some((file) => file.includes('.test.'))).toBe(true);
  });

  it('is in the gallery with every list of examples that it has', () => {
    const lists = files.flatMap((file) => /(\w+)\.examples\.tsx$/.exec(file)?.[1] ?? []);
    expect(lists.includes(name) || PARTS.has(name)).toBe(true);
    for (const list of lists) expect(CATALOGUE[list]?.length).toBeGreaterThan(0);
  });
});
