import type { Compiler, NormalModule } from 'webpack';
import webpack from 'webpack';
import { Expected } from '../expected';
import type { Replacement } from '../unpromised';

const NAME = 'ReplacedModules';

/** A replacement that is wanted only where a build has something of the asker. */
const isAsked = ({ asker }: Replacement, contexts: ReadonlySet<string>): boolean =>
  !asker || [...contexts].some((context) => asker.test(context));

/** Has a build take other modules for some that the library's plugin brings, and stops a build in which they are not found. */
export class ReplacedModules {
  constructor(private readonly replacements: readonly Replacement[]) {}

  apply(compiler: Compiler): void {
    for (const { request, asker, instead } of this.replacements) {
      const replace = (asked: { context: string; request: string }) => {
        if (!asker || asker.test(asked.context)) asked.request = instead;
      };
      new webpack.NormalModuleReplacementPlugin(request, replace).apply(compiler);
    }
    // What a build has counts, and not what was asked: of a module that is kept from the build before nobody asks.
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const expected = new Expected(NAME, compilation);
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        const resources = new Set<string>();
        const contexts = new Set<string>();
        for (const module of modules) {
          resources.add((module as NormalModule).resource);
          if (module.context) contexts.add(module.context);
        }
        for (const replacement of this.replacements) {
          if (isAsked(replacement, contexts) && !resources.has(replacement.instead)) expected.of(replacement.what);
        }
      });
    });
  }
}
