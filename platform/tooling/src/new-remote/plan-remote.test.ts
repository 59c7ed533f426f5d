import { planRemote } from './new-remote';

const neighbours = [
  { name: 'shell', port: 3000, paths: [] },
  { name: 'shop-tools', port: 3004, paths: ['/tools', '/tools/:id'] },
];

const RULES = { remotePrefix: 'shop-', apiPaths: ['shop-orders'] };

it('takes the next free port, and a title from the name', () => {
  expect(planRemote(['shop-open-days', '/open-days'], undefined, neighbours, RULES)).toEqual({
    name: 'shop-open-days',
    path: '/open-days',
    port: 3005,
    title: 'Open days',
  });
});

it.each([
  ['shop-x', 'Page X'],
  ['shop-up', 'Page Up'],
  ['shop-jam', 'Jam'],
])('gives %s the title %s, which is long enough for a page', (name, title) => {
  expect(planRemote([name, '/x'], undefined, neighbours, RULES).title).toBe(title);
});

it('takes the port that is asked for', () => {
  expect(planRemote(['shop-careers', '/careers'], '4100', neighbours, RULES).port).toBe(4100);
});

it.each<[string, string[], string | undefined, RegExp]>([
  ['no path', ['shop-careers'], undefined, /^Which remote, and where\?/],
  ['a word too many', ['shop-careers', '/careers', 'now'], undefined, /^That is too much: leave out "now"\.$/],
  ['a name without shop-', ['careers', '/careers'], undefined, /^"careers" is not a name of a remote/],
  ['a name that leaves its folder', ['shop-../x', '/careers'], undefined, /is not a name of a remote/],
  ['a name that is taken', ['shop-tools', '/careers'], undefined, /^shop-tools is there already\.$/],
  [
    'a name of the API',
    ['shop-orders', '/orders'],
    undefined,
    /^\/api\/shop-orders is the site's own API: choose another/,
  ],
  ['a path without a slash', ['shop-careers', 'careers'], undefined, /^"careers" is not a path of a page/],
  ['the home page', ['shop-careers', '/'], undefined, /is not a path of a page/],
  ['a path of the site itself', ['shop-careers', '/api/jobs'], undefined, /^\/api\/jobs is the site's own/],
  ['a path that is taken', ['shop-careers', '/tools'], undefined, /^\/tools is shop-tools's; choose another/],
  ["a path of another's pattern", ['shop-careers', '/tools/jobs'], undefined, /^\/tools\/:id is shop-tools's/],
  ["a path beneath another's pattern", ['shop-careers', '/tools/2/jobs'], undefined, /^\/tools\/:id is shop-tools's/],
  ['a port that is taken', ['shop-careers', '/careers'], '3004', /^Port 3004 is shop-tools's/],
  ['a port that is none', ['shop-careers', '/careers'], '80', /^"80" is not a port for a program/],
])('refuses %s in one sentence', (_what, words, port, message) => {
  expect(() => planRemote(words, port, neighbours, RULES)).toThrow(message);
});
