import { exposedModule } from './container';

const leave = (name: string, container: object) => Object.assign(globalThis, { [name]: container });

beforeEach(() => {
  Object.assign(globalThis, {
    __webpack_init_sharing__: jest.fn().mockResolvedValue(undefined),
    __webpack_share_scopes__: { default: { react: {} } },
  });
});

test('a container is given what is shared before it is asked for its app', async () => {
  const calls: string[] = [];
  leave('mf_first', {
    init: async (scope: object) => void calls.push(`init ${Object.keys(scope)}`),
    get: async (module: string) => {
      calls.push(`get ${module}`);
      return () => 'the app';
    },
  });
  await expect(exposedModule('mf-first', './app')).resolves.toBe('the app');
  expect(calls).toEqual(['init react', 'get ./app']);
});

test('an entry that left no container is named', async () => {
  await expect(exposedModule('mf-third', './app')).rejects.toThrow('The entry of mf-third left no container.');
});
