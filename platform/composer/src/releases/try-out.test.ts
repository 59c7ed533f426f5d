import type { PublicConfig } from '@wholepage/contracts/mount';
import { tryOut } from '../app';
import { RenderError, RenderTimeoutError } from '../errors';
import type { LoadedRelease } from './release-set';

const release = (app: string) => ({ manifest: { app } }) as LoadedRelease;
const CONFIG = {} as PublicConfig;
const PIECES = { before: '', after: '' };

const failed = (cause: Error) => new RenderError('shell 1.0.0: on purpose', { cause });
const late = () => failed(new RenderTimeoutError('took longer than 2000 ms'));

test('a shell that was late once, as on a machine that starts everything at once, is tried once more', async () => {
  const layout = jest.fn().mockRejectedValueOnce(late()).mockResolvedValueOnce(PIECES);
  await tryOut({ layout }, release('shell'), CONFIG);
  expect(layout).toHaveBeenCalledTimes(2);
});

test('a shell that is late again, or fails at once, is refused', async () => {
  const slow = jest.fn().mockImplementation(() => Promise.reject(late()));
  await expect(tryOut({ layout: slow }, release('shell'), CONFIG)).rejects.toThrow('on purpose');
  expect(slow).toHaveBeenCalledTimes(2);
  const broken = jest.fn().mockRejectedValue(failed(new Error('no slot')));
  await expect(tryOut({ layout: broken }, release('shell'), CONFIG)).rejects.toThrow('on purpose');
  expect(broken).toHaveBeenCalledTimes(1);
});

test('a remote is not tried', async () => {
  const layout = jest.fn();
  await tryOut({ layout }, release('mf-blog'), CONFIG);
  expect(layout).not.toHaveBeenCalled();
});
