import type { Compilation, Compiler } from 'webpack';
import webpack from 'webpack';
import { Expected } from '../expected';
import { DATA, isSharing, runIn, START } from '../unpromised';

const { RuntimeGlobals } = webpack;

const NAME = 'ReplacedSharing';

/** The same without a look whether there is something to run after it. */
function startOf(code: string): string | undefined {
  const run = runIn(code);
  const { startup } = RuntimeGlobals;
  return run && `var next = ${startup};\n${startup} = () => {\n${run};\nreturn next();\n};`;
}

/**
 * Leaves webpack's own sharing out of entries, where the library's takes its place before its first call. It also
 * leaves out all build data that this package's runtime does not read.
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
      if (isSharing(module)) module.generate = () => null;
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
