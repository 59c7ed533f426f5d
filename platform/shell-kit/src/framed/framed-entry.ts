import { FRAMED_PATH } from '@wholepage/contracts/framed';
import { containerName } from '@wholepage/federation/container';
import { framedRemote } from './framed-remote';

/** `/_framed/{app}/_entry.js`: the platform's own container in the place of a remote's. */
const { pathname } = new URL((document.currentScript as HTMLScriptElement).src);
const [app = ''] = pathname.slice(FRAMED_PATH.length).split('/');

Object.assign(globalThis, {
  [containerName(app)]: {
    init() {},
    get: async (module: string) => () => (module === './app' ? framedRemote(app) : {}),
  },
});
