import type { Compiler } from 'webpack';
import webpack from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

const NAME = 'ReplacedSharing';

/** Both have modules of this name for a runtime; the federation's comes later in it, and sets all that the bundler's has set. */
const isReplaced = ({ name, stage }: webpack.RuntimeModule): boolean =>
  name === 'sharing' && stage === RuntimeModule.STAGE_NORMAL;

/** What the federation's plugin tells its own runtime of a build. */
const isToldOfBuild = ({ name }: webpack.RuntimeModule): boolean => name === 'federation runtime';

/** How the federation's plugin starts its runtime before the app. */
const isStart = ({ name }: webpack.RuntimeModule): boolean => name === 'embed federation';
/** What it runs there, once in any case: `hasRun = true; __webpack_require__(12);`. */
const RUN = /hasRun = true;\s*([^;\s]+);/;

/** The same without a look whether there is something to run after it. */
function startOf(code: string): string {
  const [, run] = RUN.exec(code) ?? [];
  const { startup } = RuntimeGlobals;
  return run ? `var next = ${startup};\n${startup} = () => {\n${run};\nreturn next();\n};` : code;
}

/**
 * Leaves the bundler's own sharing out of entries, where the federation's takes its place before it was ever called, and of
 * what is told of a build all that the runtime in `contracts` does not ask.
 * @param build name by which it shares
 */
export class ReplacedSharing {
  constructor(private readonly build: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      // The federation's plugin asks for it, and nobody uses it but who swaps modules.
      const intercepting = compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.interceptModuleExecution);
      intercepting.tap(NAME, (_chunk, needs) => {
        if (!needs.has(RuntimeGlobals.hmrDownloadManifest)) needs.delete(RuntimeGlobals.interceptModuleExecution);
      });
      compilation.hooks.runtimeModule.tap(NAME, (module) => {
        if (isReplaced(module)) module.generate = () => null;
        if (isToldOfBuild(module)) module.generate = () => this.toldOfBuild();
        if (isStart(module)) {
          const generate = module.generate.bind(module);
          module.generate = () => startOf(String(generate() ?? ''));
        }
      });
    });
  }

  private toldOfBuild(): string {
    const { require } = RuntimeGlobals;
    return `${require}.federation = ${JSON.stringify({ initOptions: { name: this.build } })};
${require}.consumesLoadingData = {};`;
  }
}
