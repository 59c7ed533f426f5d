import webpack, { type Compilation, type Compiler, type Configuration } from 'webpack';

/** A build that did not succeed. The message holds what webpack said, file by file. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Runs a compiler once; it may be run again, and reads only what changed then. @throws BuildError */
export function runCompiler(compiler: Compiler): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(new BuildError(error.message, { cause: error }));
      else if (!stats) reject(new BuildError('webpack ended without a result'));
      else if (stats.hasErrors()) reject(new BuildError(stats.toString({ preset: 'errors-only', colors: false })));
      else resolve(stats.compilation);
    });
  });
}

/** @throws BuildError when there is none for this configuration */
export function compilerOf(config: Configuration): Compiler {
  const compiler = webpack(config);
  if (!compiler) throw new BuildError('webpack gave no compiler for this configuration');
  return compiler;
}

/** Ends a compiler, when it has written down what it keeps. */
export const closeCompiler = (compiler: Compiler): Promise<void> =>
  new Promise((resolve, reject) => {
    compiler.close((error) => (error ? reject(error) : resolve()));
  });

/** Runs one webpack build to its end. @throws BuildError */
export async function runWebpack(config: Configuration): Promise<Compilation> {
  const compiler = compilerOf(config);
  try {
    return await runCompiler(compiler);
  } finally {
    await closeCompiler(compiler);
  }
}
