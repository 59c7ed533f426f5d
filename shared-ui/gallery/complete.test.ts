import { readdirSync } from 'node:fs';
import { CATALOGUE } from './catalogue';

const ROOM = `${__dirname}/../src/components`;

/** Components without an example: the base of other fields, and the loader of deferred parts. */
const UNSEEN = ['Field', 'WhenVisible'];

const components = readdirSync(ROOM).map((name) => ({ name, files: readdirSync(`${ROOM}/${name}`) }));

describe.each(components)('$name', ({ name, files }) => {
  it('has a test', () => {
    expect(files.some((file) => file.includes('.test.'))).toBe(true);
  });

  it('is in the gallery', () => {
    expect(UNSEEN.includes(name) || Object.keys(CATALOGUE[name] ?? {}).length).toBeTruthy();
  });
});
