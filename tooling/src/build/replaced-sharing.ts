import type { Compiler } from 'webpack';
import webpack from 'webpack';

const NAME = 'ReplacedSharing';

/** Both have modules of this name for a runtime; the federation's comes later in it, and sets all that the bundler's has set. */
const isReplaced = ({ name, stage }: webpack.RuntimeModule): boolean =>
  name === 'sharing' && stage === webpack.RuntimeModule.STAGE_NORMAL;

/** Leaves the bundler's own sharing out of entries, where the federation's takes its place before it was ever called. */
export class ReplacedSharing {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (isReplaced(module)) module.generate = () => null;
      });
    });
  }
}
