import webpack, { type Compilation, type Configuration } from 'webpack';

/** A build that did not succeed. The message holds what webpack said, file by file. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Runs one webpack build to its end. @throws BuildError */
export function runWebpack(config: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    const compiler = webpack(config);
    if (!compiler) return reject(new BuildError('webpack gave no compiler for this configuration'));
    compiler.run((error, stats) => {
      compiler.close(() => {
        if (error) return reject(new BuildError(error.message, { cause: error }));
        if (!stats) return reject(new BuildError('webpack ended without a result'));
        if (stats.hasErrors()) {
          return reject(new BuildError(stats.toString({ preset: 'errors-only', colors: false })));
        }
        resolve(stats.compilation);
      });
    });
  });
}
