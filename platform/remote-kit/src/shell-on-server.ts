import type { ShellApi } from '@wholepage/contracts/mount';
import { withSiteShell } from './site-shell';

const outsideBrowser = (): never => {
  throw new Error('The shell can be asked only in the browser, from an event or an effect.');
};

/** What stands for the shell while a page or a fragment is rendered on the server. */
export const shellOnServer: ShellApi = withSiteShell(
  {
    alert: outsideBrowser,
    toast: outsideBrowser,
    navigate: outsideBrowser,
    setHead: outsideBrowser,
    fail: outsideBrowser,
    events: { publish: outsideBrowser, subscribe: outsideBrowser },
  },
  outsideBrowser,
);
