import type { ShellApi } from '@wholepage/contracts/mount';
import { EventScope } from '@wholepage/shell-kit/events/site-events';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { showAlert, showToast } from './notices';

/** What remotes may ask of the shell. */
export const createShellApi = (navigator: Pick<Navigator, 'navigate' | 'setHead'>): ShellApi => ({
  alert: showAlert,
  toast: showToast,
  navigate: (path) => navigator.navigate(path),
  setHead: (head) => navigator.setHead(head),
  // Of a remote its host knows more: each is given a `fail` of its own.
  fail: (error) => console.error('The layout failed.', error),
  events: new EventScope('shell', () => ({}), console.error),
});
