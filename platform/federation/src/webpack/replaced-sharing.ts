import type { Compilation, Compiler } from 'webpack';
import webpack from 'webpack';
import { Expected } from './expected';

const { RuntimeGlobals, RuntimeModule } = webpack;

const NAME = 'ReplacedSharing';

/** Both webpack and the library have a runtime module of this name; the library's comes later and replaces webpack's. */
const isReplaced = ({ name, stage }: webpack.RuntimeModule): boolean =>
  name === 'sharing' && stage === RuntimeModule.STAGE_NORMAL;

/** What the library's plugin tells its own runtime of a build. */
const DATA = 'federation runtime';

/** How the library's plugin starts its runtime before the app. */
const START = 'embed federation';
/** What it runs there, once in any case: `hasRun = true; __webpack_require__(12);`. */
const RUN = /hasRun = true;\s*([^;\s]+);/;

/** The same without a look whether there is something to run after it. */
function startOf(code: string): string | undefined {
  const [, run] = RUN.exec(code) ?? [];
  const { startup } = RuntimeGlobals;
  return run && `var next = ${startup};\n${startup} = () => {\n${run};\nreturn next();\n};`;
}

/**
 * Leaves webpack's own sharing out of entries, where the library's takes its place before it was ever called, and of the data
 * on a build all that this package's runtime does not ask. This leans on names and code that webpack and the plugin do not
 * promise: what is not found any more stops the build (see `expected.ts`).
 */
export class ReplacedSharing {
  /** @param build name by which it shares */
  constructor(private readonly build: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) =>
      this.replaceIn(compilation, compiler.options.mode === 'production'),
    );
  }

  private replaceIn(compilation: Compilation, isSmall: boolean): void {
    const expected = new Expected(NAME, compilation);
    // The plugin asks for it, and nobody uses it but builds that swap modules.
    const intercepting = compilation.hooks.runtimeRequirementInTree.for(RuntimeGlobals.interceptModuleExecution);
    intercepting.tap(NAME, (_chunk, needs) => {
      if (!needs.has(RuntimeGlobals.hmrDownloadManifest)) needs.delete(RuntimeGlobals.interceptModuleExecution);
    });
    expected.of(`the runtime module "${DATA}"`);
    expected.of(`the runtime module "${START}"`);
    compilation.hooks.runtimeModule.tap(NAME, (module) => {
      if (isReplaced(module)) module.generate = () => null;
      if (module.name === DATA) {
        expected.found(`the runtime module "${DATA}"`);
        module.generate = () => this.dataOnBuild();
      }
      if (module.name === START) {
        expected.found(`the runtime module "${START}"`);
        const generate = module.generate.bind(module);
        module.generate = () => {
          const code = String(generate() ?? '');
          const start = startOf(code);
          // Development builds name modules by their path and a comment: they start as the plugin has it.
          if (!start && isSmall) expected.of(`"hasRun = true; …" in the code of "${START}"`);
          return start ?? code;
        };
      }
    });
  }

  private dataOnBuild(): string {
    const { require } = RuntimeGlobals;
    return `${require}.federation = ${JSON.stringify({ initOptions: { name: this.build } })};
${require}.consumesLoadingData = {};`;
  }
}
