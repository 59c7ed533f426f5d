const own = { initOptions: { name: 'mf_blog' } };

/** Runs the start of a remote's build on the runtime of a host. @returns what the build's loader has then */
async function start(runtime: object): Promise<Record<string, unknown>> {
  const loader = { federation: own as Record<string, unknown> };
  Object.assign(globalThis, { __webpack_require__: loader, _FEDERATION_SHARING_RUNTIME: runtime });
  await jest.isolateModulesAsync(async () => {
    await import('./federation-start');
  });
  return loader.federation;
}

test('a remote runs on what its host shares by', async () => {
  const init = jest.fn(() => 'an instance');
  const federation = await start({ bundlerRuntime: { init } });
  expect(federation).toEqual({ ...own, bundlerRuntime: { init }, instance: 'an instance' });
  expect(init).toHaveBeenCalledWith({ webpackRequire: { federation } });
});

// Shells of before decision 95 have it.
test('so it does on the federation’s own runtime, which says nothing in the place of what the remote says', async () => {
  const attachShareScopeMap = jest.fn();
  const federation = await start({
    initOptions: undefined,
    instance: undefined,
    bundlerRuntime: { init: () => 'an instance' },
    attachShareScopeMap,
  });
  expect(federation).toMatchObject({ ...own, instance: 'an instance' });
  expect(attachShareScopeMap).toHaveBeenCalledWith({ federation });
});
