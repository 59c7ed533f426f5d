/** Two parts of the federation's runtime that its package leaves untyped. */
type BundlerRuntime = NonNullable<
  import('@module-federation/webpack-bundler-runtime/dist/types.js').Federation['bundlerRuntime']
>;

declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  export const consumes: BundlerRuntime['consumes'];
}

declare module '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js' {
  export const installInitialConsumes: BundlerRuntime['installInitialConsumes'];
}
