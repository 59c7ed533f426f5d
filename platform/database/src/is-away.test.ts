import { isAway } from './is-away';

const failing = (code: string) => new Error('Failed query', { cause: Object.assign(new Error('no'), { code }) });

test.each([
  ['the name of its machine is found by nobody', 'EAI_AGAIN'],
  ['no way leads to its machine', 'EHOSTUNREACH'],
  ['this process has no file left', 'EMFILE'],
  ['its password is being replaced', '28P01'],
  ['it is being replaced by another', '3D000'],
  ['it has no connection left', '53300'],
])('a database is away while %s (%s)', (_why, code) => {
  expect(isAway(failing(code))).toBe(true);
});

test.each(['23505', '42P01', '22P02', 'ERR_INVALID_ARG_TYPE'])(
  'a fault of a query or of the code is none (%s)',
  (code) => {
    expect(isAway(failing(code))).toBe(false);
  },
);
