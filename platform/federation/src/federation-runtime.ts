import { leaveRuntime } from './bundler-runtime';

/** Lets remotes find the host's runtime; call it before any is loaded. */
export function provideFederation(): void {
  leaveRuntime(() => import(/* webpackChunkName: "version-rules" */ './version-rules').catch(() => undefined));
}
