import { takeAll } from './shots';

test('each picture is announced before it is taken, and what was found on it is said at once', async () => {
  const events: string[] = [];
  const targets = ['home', 'blog'].map((name) => ({ name, url: `http://site.test/${name}` }));
  const shots = await takeAll(
    targets,
    390,
    (line) => events.push(line),
    async ({ name, url }) => {
      events.push(`opened ${url}`);
      return { name, png: Buffer.alloc(0), findings: name === 'home' ? ['image-alt: no words'] : [] };
    },
  );
  expect(events).toEqual([
    '390 px, 1 of 2: home',
    'opened http://site.test/home',
    '390 home: image-alt: no words',
    '390 px, 2 of 2: blog',
    'opened http://site.test/blog',
  ]);
  expect(shots.map(({ name }) => name)).toEqual(['home', 'blog']);
});
