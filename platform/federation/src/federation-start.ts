/** The parts of a build's own loader that the start of the library's plugin uses. */
interface StartingLoader {
  federation: Partial<Runtime> & { instance?: unknown };
}

/** Runtime that a host leaves: this package's, or the library's. */
interface Runtime {
  bundlerRuntime: {
    init(options: { webpackRequire: StartingLoader }): unknown;
    initContainerEntry(options: object): unknown;
  };
  attachShareScopeMap?(loader: StartingLoader): void;
}

/** The bundler's loader, and the global runtime of the host. */
declare const __webpack_require__: StartingLoader;
declare const _FEDERATION_SHARING_RUNTIME: Runtime;

// The build's own data goes before the runtime's, which holds placeholders for it.
const federation = { ..._FEDERATION_SHARING_RUNTIME, ...__webpack_require__.federation };
__webpack_require__.federation = federation;
federation.instance = federation.bundlerRuntime.init({ webpackRequire: __webpack_require__ });
federation.attachShareScopeMap?.(__webpack_require__);

export default federation;
