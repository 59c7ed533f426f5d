import type { ShellApi } from 'contracts/mount';

const outsideBrowser = (): never => {
  throw new Error('The shell can be asked only in the browser, from an event or an effect.');
};

/** What stands for the shell while a page or a fragment is rendered on the server. */
export const shellOnServer: ShellApi = {
  openEnquiry: outsideBrowser,
  alert: outsideBrowser,
  toast: outsideBrowser,
  navigate: outsideBrowser,
  setHead: outsideBrowser,
  fail: outsideBrowser,
  events: { publish: outsideBrowser, subscribe: outsideBrowser },
};
