import os from 'node:os';
import { releasedBy } from './settings';

jest.mock('node:os', () => ({ ...jest.requireActual<typeof os>('node:os'), userInfo: jest.fn() }));

test('RELEASED_BY names who takes a step', () => {
  expect(releasedBy({ RELEASED_BY: 'blog team' })).toBe('blog team');
});

test('an account without a name, as in a container, is named by its number', () => {
  jest.mocked(os.userInfo).mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  expect(releasedBy({})).toBe(`user ${process.getuid?.()}`);
});
