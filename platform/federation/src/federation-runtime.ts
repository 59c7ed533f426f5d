import { leaveRuntime } from './bundler-runtime';

/** Makes the host's runtime a global for remotes. Call it before any remote is loaded. */
export function provideFederation(): void {
  leaveRuntime(() => import(/* webpackChunkName: "version-rules" */ './version-rules').catch(() => undefined));
}
