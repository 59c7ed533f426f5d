/** Ours are shorter, and say more. */
const NO_LIMIT = { millis: 60_000, dieOnTimeout: false, warningMillis: 60_000 };
export const TIMEOUTS = { bootstrap: NO_LIMIT, mount: NO_LIMIT, unmount: NO_LIMIT, unload: NO_LIMIT };

/** What a remote gets beside its `MountProps`: all of single-spa's own once that is there, and its name in any case. */
export interface RemoteProps {
  name: string;
}

/** What single-spa is given for a remote. */
export interface Lifecycles extends Record<'bootstrap' | 'mount' | 'unmount', (props: RemoteProps) => Promise<void>> {
  timeouts: typeof TIMEOUTS;
}

/** Tells of the first mount what single-spa tells of all others. */
export const tellMounted = (name: string): boolean =>
  window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus: { MOUNTED: [name] } } }));
