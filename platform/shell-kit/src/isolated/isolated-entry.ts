import { ISOLATED_PATH } from '@wholepage/contracts/isolated';
import { containerName } from '@wholepage/federation/container';
import { isolatedRemote } from './isolated-remote';

/** `/_isolated/{app}/_entry.js`: the platform's own container in place of the remote's. */
const { pathname } = new URL((document.currentScript as HTMLScriptElement).src);
const [app = ''] = pathname.slice(ISOLATED_PATH.length).split('/');

Object.assign(globalThis, {
  [containerName(app)]: {
    init() {},
    get: async (module: string) => () => (module === './app' ? isolatedRemote(app) : {}),
  },
});
