/** Whose runtime builds share modules by: `own` is this package's, `stock` the library's. */
export type Runtime = 'own' | 'stock';

/**
 * `FEDERATION=stock` builds with nothing of this package's runtime, so that an upgrade of the library never waits for it.
 * @throws when the variable has another value
 */
export const runtimeOf = ({ FEDERATION: asked = '' }: NodeJS.ProcessEnv = process.env): Runtime => {
  if (asked !== '' && asked !== 'stock')
    throw new Error(`FEDERATION is "${asked}": leave it empty, or set it to stock.`);
  return asked === 'stock' ? 'stock' : 'own';
};
