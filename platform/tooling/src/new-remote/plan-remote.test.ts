import { planRemote } from './plan-remote';

const neighbours = [
  { name: 'shell', port: 3000, paths: [] },
  { name: 'mf-courses', port: 3004, paths: ['/courses', '/courses/:id'] },
];

it('takes the next free port, and a title from the name', () => {
  expect(planRemote(['mf-open-days', '/open-days'], undefined, neighbours)).toEqual({
    name: 'mf-open-days',
    path: '/open-days',
    port: 3005,
    title: 'Open days',
  });
});

it('takes the port that is asked for', () => {
  expect(planRemote(['mf-careers', '/careers'], '4100', neighbours).port).toBe(4100);
});

it.each<[string, string[], string | undefined, RegExp]>([
  ['no path', ['mf-careers'], undefined, /^Which remote, and where\?/],
  ['a word too many', ['mf-careers', '/careers', 'now'], undefined, /^That is too much: leave out "now"\.$/],
  ['a name without mf-', ['careers', '/careers'], undefined, /^"careers" is no name of a remote/],
  ['a name that leaves its folder', ['mf-../x', '/careers'], undefined, /is no name of a remote/],
  ['a name that is taken', ['mf-courses', '/careers'], undefined, /^mf-courses is there already\.$/],
  ['a path without a slash', ['mf-careers', 'careers'], undefined, /^"careers" is no path of a page/],
  ['the home page', ['mf-careers', '/'], undefined, /is no path of a page/],
  ['a path of the site itself', ['mf-careers', '/api/jobs'], undefined, /^\/api\/jobs is the site's own/],
  ['a path that is taken', ['mf-careers', '/courses'], undefined, /^\/courses is mf-courses's; choose another/],
  ["a path of another's pattern", ['mf-careers', '/courses/jobs'], undefined, /^\/courses\/:id is mf-courses's/],
  ["a path beneath another's pattern", ['mf-careers', '/courses/2/jobs'], undefined, /^\/courses\/:id is mf-courses's/],
  ['a port that is taken', ['mf-careers', '/careers'], '3004', /^Port 3004 is mf-courses's/],
  ['a port that is none', ['mf-careers', '/careers'], '80', /^"80" is no port for a program/],
])('refuses %s in one sentence', (_what, words, port, message) => {
  expect(() => planRemote(words, port, neighbours)).toThrow(message);
});
