/** The parts of a build's own loader by which the federation's plugin has it start. */
interface StartingLoader {
  federation: Partial<Runtime> & { instance?: unknown };
}

/** What a host gives: ours, or the federation's own of a host that has that. */
interface Runtime {
  bundlerRuntime: {
    init(options: { webpackRequire: StartingLoader }): unknown;
    initContainerEntry(options: object): unknown;
  };
  attachShareScopeMap?(loader: StartingLoader): void;
}

/** The bundler's. */
declare const __webpack_require__: StartingLoader;
declare const _FEDERATION_SHARING_RUNTIME: Runtime;

// What the build says of itself goes before what a runtime has in its place until it knows.
const federation = { ..._FEDERATION_SHARING_RUNTIME, ...__webpack_require__.federation };
__webpack_require__.federation = federation;
federation.instance = federation.bundlerRuntime.init({ webpackRequire: __webpack_require__ });
federation.attachShareScopeMap?.(__webpack_require__);

export default federation;
