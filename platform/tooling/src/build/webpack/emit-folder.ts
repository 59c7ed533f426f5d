import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Compiler } from 'webpack';
import webpack from 'webpack';

/** Ships a folder's files under their own names, for addresses that others know (favicon, share picture). */
export class EmitFolder {
  constructor(
    private readonly from: string,
    private readonly to: string,
  ) {}

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EmitFolder', (compilation) => {
      compilation.hooks.additionalAssets.tap('EmitFolder', () => {
        for (const name of readdirSync(this.from)) {
          const source = join(this.from, name);
          compilation.fileDependencies.add(source);
          compilation.emitAsset(`${this.to}/${name}`, new webpack.sources.RawSource(readFileSync(source)));
        }
      });
    });
  }
}
