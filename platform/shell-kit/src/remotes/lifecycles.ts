/** What a remote gets beside its `MountProps`: all of single-spa's own once that is there, and its name in any case. */
export interface RemoteProps {
  name: string;
}

/** What single-spa is given for a remote. */
export type Lifecycles = Record<'mount' | 'unmount', (props: RemoteProps) => Promise<void>>;

/** Tells of the first mount what single-spa tells of all others. */
export const tellMounted = (name: string): boolean =>
  window.dispatchEvent(new CustomEvent('single-spa:app-change', { detail: { appsByNewStatus: { MOUNTED: [name] } } }));
