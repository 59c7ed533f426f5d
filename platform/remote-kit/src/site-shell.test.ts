import { stubShell } from '@wholepage/remote-kit/testing';
import { withSiteShell } from './site-shell';

test('what every shell offers is there as it is; what the site adds is answered in one way', async () => {
  const known = stubShell();
  const other = jest.fn();
  const shell = withSiteShell(known, other) as ReturnType<typeof stubShell> & { openCart(): void };
  shell.toast('Saved');
  expect(known.toast).toHaveBeenCalledWith('Saved');
  shell.openCart();
  expect(other).toHaveBeenCalledWith('openCart');
  expect(await shell).toBe(shell);
});
