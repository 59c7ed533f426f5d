import { impersonal } from './impersonal';

test.each([
  ['asha@example.org is taken', '<e-mail> is taken'],
  ['No seat for "Asha Rao" left', 'No seat for <text> left'],
  [
    `Unexpected token 'A', "Asha Rao, +91 98450 12345" is not valid JSON`,
    'Unexpected token <text>, <text> is not valid JSON',
  ],
  ['call +91 98450 12345', 'call <number>'],
  ['GET https://site.example/blog?who=asha failed', 'GET <address> failed'],
  ['cannot load /blog/asha-rao', 'cannot load <path>'],
  ["Cannot read properties of undefined (reading 'slug')", "Cannot read properties of undefined (reading 'slug')"],
  ["can't find O'Brien's 'Asha O'Brien' there", "can't find O'Brien's <text> there"],
  ["no property 'Asha Rao'", 'no property <text>'],
  ['x is not a function', 'x is not a function'],
  ['order 4711 of a\u0000b\nc', 'order <number> of a b c'],
])('of %j stays %j', (message, expected) => {
  expect(impersonal(message, 300)).toBe(expected);
});

test('a message without end, made to be slow, is cut and quickly read', () => {
  const began = performance.now();
  for (const part of ['"', '@', '1 ', '/a', 'a:']) impersonal(part.repeat(100_000), 300);
  expect(performance.now() - began).toBeLessThan(100);
});

test('one long word costs little more than short ones', () => {
  /** The least of several, in µs: what else the machine does only adds to it. */
  const time = (text: string) =>
    Math.min(
      ...Array.from({ length: 5 }, () => {
        const { user } = process.cpuUsage();
        for (let turn = 0; turn < 1_000; turn += 1) impersonal(text, 3_000);
        return process.cpuUsage({ user, system: 0 }).user;
      }),
    );
  const short = 'xxx '.repeat(750);
  time(short);
  expect(time('x'.repeat(3_000))).toBeLessThan(8 * time(short));
});
