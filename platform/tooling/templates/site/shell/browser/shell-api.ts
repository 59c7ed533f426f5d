import type { ShellApi } from '@wholepage/contracts/mount';
import { EventScope } from '@wholepage/shell-kit/events/site-events';
import type { Navigator } from '@wholepage/shell-kit/navigation/navigator';
import { showAlert, showToast } from './notices';

/** The functions of the shell that remotes may call. */
export const createShellApi = (navigator: Pick<Navigator, 'navigate' | 'setHead'>): ShellApi => ({
  alert: showAlert,
  toast: showToast,
  navigate: (path) => navigator.navigate(path),
  setHead: (head) => navigator.setHead(head),
  // This one is for the layout alone: the host gives each remote its own `fail`.
  fail: (error) => console.error('The layout failed.', error),
  events: new EventScope('shell', () => ({}), console.error),
});
