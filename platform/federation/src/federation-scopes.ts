import federation from '@wholepage/federation/federation-start';
import { type PageScopes, pageScopes, type ShareScope } from './share-scope';

interface ContainerOptions {
  webpackRequire: object;
  shareScope: ShareScope;
  shareScopeKey: string[];
  /** Further options, which hosts with the library's runtime pass. */
  remoteEntryInitOptions?: { shareScopeMap?: PageScopes };
}

const { bundlerRuntime } = federation;

/** Starts a remote that shares in several scopes, and opens each. The start of all other remotes opens only `default`. */
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
