import type { Compiler } from 'webpack';
import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

const NAME = 'ReplacedSharing';

/** Both have modules of this name for a runtime; the federation's comes later in it, and sets all that the bundler's has set. */
const isReplaced = ({ name, stage }: webpack.RuntimeModule): boolean =>
  name === 'sharing' && stage === RuntimeModule.STAGE_NORMAL;

/** What the federation's plugin tells its own runtime of a build. */
const isToldOfBuild = ({ name }: webpack.RuntimeModule): boolean => name === 'federation runtime';

/**
 * Leaves the bundler's own sharing out of entries, where the federation's takes its place before it was ever called, and of
 * what is told of a build all that the runtime in `contracts` does not ask.
 * @param build name by which it shares
 */
export class ReplacedSharing {
  constructor(private readonly build: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (isReplaced(module)) module.generate = () => null;
        if (isToldOfBuild(module)) module.generate = () => this.toldOfBuild();
      });
    });
  }

  private toldOfBuild(): string {
    const { require } = RuntimeGlobals;
    return `${require}.federation = ${JSON.stringify({ initOptions: { name: this.build } })};
${require}.consumesLoadingData = {};`;
  }
}
