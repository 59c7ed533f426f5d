import childProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { GuestProcess } from './guest';

const OPTIONS = { guestFile: '/nowhere/guest.mjs', memoryMb: 100 };
afterEach(() => void jest.restoreAllMocks());

test('a process that cannot be started has ended, for no fault of a release', async () => {
  jest.spyOn(childProcess, 'spawn').mockImplementation(() => {
    throw new Error('spawn EMFILE');
  });
  const guest = new GuestProcess(OPTIONS);
  expect(await guest.ended).toMatchObject({ cause: 'machine', why: expect.stringContaining('EMFILE') });
  expect([guest.pid, guest.pipe]).toEqual([undefined, undefined]);
});

test('as has one that Node gives no pipes, and tells of later', async () => {
  const child = new EventEmitter();
  jest.spyOn(childProcess, 'spawn').mockReturnValue(child as childProcess.ChildProcess);
  const guest = new GuestProcess(OPTIONS);
  child.emit('error', new Error('spawn EMFILE'));
  expect(await guest.ended).toMatchObject({ cause: 'machine' });
});
