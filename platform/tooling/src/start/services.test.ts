import type { SiteService } from '@wholepage/contracts/site';
import { environmentOf, readable } from './services';

const service: SiteService = {
  name: 'back',
  folder: '../back',
  port: { variable: 'BACK_PORT', default: 1 },
  settingsFor: ({ DESK_PORT = '7' }) => ({ DESK_ORIGIN: `http://localhost:${DESK_PORT}` }),
};

test('a service gets the settings that follow from others, unless they are set', () => {
  expect(environmentOf(service, { DESK_PORT: '8' })).toEqual({ DESK_PORT: '8', DESK_ORIGIN: 'http://localhost:8' });
  expect(environmentOf(service, { DESK_ORIGIN: '' })).toEqual({ DESK_ORIGIN: 'http://localhost:7' });
  expect(environmentOf(service, { DESK_ORIGIN: 'https://desk' })).toEqual({ DESK_ORIGIN: 'https://desk' });
});

test.each([
  ['Listening at 3000', 'Listening at 3000'],
  ['{"level":30,"time":1,"pid":7,"hostname":"h","msg":"29 posts"}', '29 posts'],
  ['{"level":"error","time":"t","app":"composer","event":"reset","ms":9}', '⚠ reset ms=9'],
  ['{"level":40,"msg":"slow","url":{"path":"/"}}', '⚠ slow url={"path":"/"}'],
  ['{"level":50,"msg":"died","err":{"message":"m","stack":"Error: m\\n at x"}}', '⚠ died\nError: m\n at x'],
  ['{"cut off', '{"cut off'],
])('a person reads %s as %s', (line, said) => {
  expect(readable(line)).toBe(said);
});
