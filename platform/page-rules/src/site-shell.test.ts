import type { ShellApi } from '@wholepage/contracts/mount';
import { withSiteShell } from './site-shell';

test('what every shell offers is there as it is; what the site adds is answered in one way', async () => {
  const known = { toast: jest.fn() };
  const other = jest.fn();
  const shell = withSiteShell(known as unknown as ShellApi, other) as ShellApi & { openCart(): void };
  shell.toast('Saved');
  expect(known.toast).toHaveBeenCalledWith('Saved');
  shell.openCart();
  expect(other).toHaveBeenCalledWith('openCart');
  expect(await shell).toBe(shell);
});
