import type { Compilation as WebpackCompilation } from 'webpack';
import webpack from 'webpack';

const { Compilation, WebpackError } = webpack;

/** The message of a build in which this was not found. */
export const whatToDo = (who: string, what: string): string =>
  `${who} did not find ${what}: this version of webpack or @module-federation/enhanced changed it. Build with FEDERATION=stock until platform/federation/src/webpack follows, or pin the version before.`;

/**
 * What a plugin of this package looks for in webpack or in the library's plugin, though nobody promises it. A version
 * that no longer has it fails the build and says what to do. Otherwise the build would be larger or would not run.
 */
export class Expected {
  private readonly missing = new Set<string>();

  constructor(plugin: string, compilation: WebpackCompilation) {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compilation.hooks.processAssets.tap({ name: plugin, stage }, () => {
      // Why a build failed for another reason is said already.
      if (compilation.errors.length > 0) return;
      for (const what of this.missing) {
        compilation.errors.push(new WebpackError(whatToDo(plugin, what)));
      }
    });
  }

  /** From now on this is expected. */
  of(what: string): void {
    this.missing.add(what);
  }

  found(what: string): void {
    this.missing.delete(what);
  }
}
