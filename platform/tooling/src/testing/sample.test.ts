const ROWS = [
  ['one', 1],
  ['two', 2],
] as const;

const sampleWith = (testAll: string) => {
  let loaded: typeof import('./sample') | undefined;
  jest.isolateModules(() => {
    const before = process.env['TEST_ALL'];
    process.env['TEST_ALL'] = testAll;
    loaded = require('./sample');
    process.env['TEST_ALL'] = before ?? '';
  });
  return loaded?.sample as typeof import('./sample').sample;
};

it('takes the named cases in npm test, and every case in test:all', () => {
  expect(sampleWith('')(ROWS, ['two'])).toEqual([['two', 2]]);
  expect(sampleWith('1')(ROWS, ['two'])).toEqual(ROWS);
});

it('names a case that there is not', () => {
  expect(() => sampleWith('1')(['a', 'b'], ['c'])).toThrow('No case is named c.');
});
