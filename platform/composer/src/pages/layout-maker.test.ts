import { GuestBusyError, RenderError } from '../errors';
import type { LoadedRelease } from '../releases/release-set';
import type { SiteConfig } from '../settings/site/site-configs';
import { LayoutMaker } from './page-responder';

const SHELL = { code: { id: 'shell-1.0.0' } } as LoadedRelease;
const SITE = { config: {}, path: '/_settings/a.json' } as SiteConfig;
const PIECES = { before: '<header></header><main>', after: '</main>' };

test.each([
  ['a busy shell', new RenderError('shell', { cause: new GuestBusyError('too many pages wait for it') }), 1, 'warn'],
  ['a faulty one', new RenderError('shell', { cause: new Error('broken on purpose') }), 2, 'error'],
])('%s leaves another page’s layout', async (_which, error, times, level) => {
  const layout = jest.fn().mockResolvedValueOnce(PIECES);
  const log = jest.fn();
  const maker = new LayoutMaker({ layout }, log);
  await maker.make(SHELL, '/blog', 200, SITE);
  layout.mockClear().mockRejectedValue(error);
  expect(await maker.make(SHELL, '/blog/made-up', 200, SITE)).toEqual({ pieces: PIECES, isExact: false });
  expect(layout).toHaveBeenCalledTimes(times);
  expect(log).toHaveBeenCalledWith(level, expect.any(String), expect.objectContaining({ path: '/blog/made-up' }));
});
