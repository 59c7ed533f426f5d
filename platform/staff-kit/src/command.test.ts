import os from 'node:os';
import { type OwnCommand, runStaff } from './command';
import type { StaffService } from './server';

jest.mock('node:os', () => ({ ...jest.requireActual<typeof os>('node:os'), userInfo: jest.fn() }));

test('whoever types a command in a container has no account, and is named by the number', async () => {
  jest.mocked(os.userInfo).mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  process.argv = ['node', 'console', 'try-notify'];
  const run = jest.fn<Promise<void>, Parameters<OwnCommand>>(async () => undefined);
  runStaff({} as StaffService, {
    readSettings: jest.fn(),
    saves: 'people',
    own: { 'try-notify': { usage: '', run } },
  });
  expect(run).toHaveBeenCalledWith([], expect.any(Function), `user ${process.getuid?.()}, by command`);
});
