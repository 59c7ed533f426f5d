import { readdirSync } from 'node:fs';
import { CATALOGUE } from './catalogue';

const ROOM = `${__dirname}/../src/components`;

/** A part that other components are made of; it is seen in those. */
const PART = 'Field';

const components = readdirSync(ROOM).map((name) => ({ name, files: readdirSync(`${ROOM}/${name}`) }));

describe.each(components)('$name', ({ name, files }) => {
  it('has a test', () => {
    expect(files.some((file) => file.includes('.test.'))).toBe(true);
  });

  it('is in the gallery', () => {
    expect(name === PART || CATALOGUE[name]?.length).toBeTruthy();
  });
});
