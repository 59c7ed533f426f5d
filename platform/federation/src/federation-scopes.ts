import federation from '@wholepage/federation/federation-start';
import { type PageScopes, pageScopes, type ShareScope } from './share-scope';

interface ContainerOptions {
  webpackRequire: object;
  shareScope: ShareScope;
  shareScopeKey: string[];
  /** What hosts with the library's runtime give besides. */
  remoteEntryInitOptions?: { shareScopeMap?: PageScopes };
}

const { bundlerRuntime } = federation;

/** Starts a remote that shares in several scopes: it opens each, where the start for all others opens `default`. */
Object.assign(federation, {
  bundlerRuntime: {
    ...bundlerRuntime,
    async initContainerEntry({ shareScopeKey: names, ...options }: ContainerOptions) {
      const scopes = options.remoteEntryInitOptions?.shareScopeMap ?? pageScopes(options.shareScope);
      for (const shareScopeKey of names) {
        scopes[shareScopeKey] ??= {};
        await bundlerRuntime.initContainerEntry({ ...options, shareScope: scopes[shareScopeKey], shareScopeKey });
      }
    },
  },
});
