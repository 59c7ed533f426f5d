import type { FragmentApp, FragmentMountProps, FragmentsModule } from '@wholepage/contracts/fragment';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { type OwnRoot, openRoot } from '../own-root';
import { RemoteContext } from '../page';
import type { AnyFragment, FragmentsDefinition } from './fragment';

const LOAD_TIMEOUT_MS = 10_000;

/** Loads a fragment's data. @param ending aborts it */
async function dataOf({ load }: AnyFragment, { props, config }: FragmentMountProps, ending: AbortSignal) {
  if (!load) return null;
  const url = new URL(window.location.href);
  const signal = AbortSignal.any([ending, AbortSignal.timeout(LOAD_TIMEOUT_MS)]);
  return (await load({ props, url, config, cookies: {}, signal, fetch: (...given) => fetch(...given) })).data;
}

const treeOf = ({ Component }: AnyFragment, { config, shell, props, data }: FragmentMountProps): ReactNode => (
  <RemoteContext.Provider value={{ config, shell }}>
    <Component props={props} data={data} />
  </RemoteContext.Provider>
);

function fragmentApp(fragment: AnyFragment): FragmentApp {
  // A page may hold the same fragment in several places.
  const roots = new WeakMap<HTMLElement, OwnRoot>();
  /** By place: the load for the latest props; earlier data may arrive later. */
  const latest = new WeakMap<HTMLElement, AbortController>();
  const beginLoading = (slot: HTMLElement): AbortController => {
    latest.get(slot)?.abort();
    const loading = new AbortController();
    latest.set(slot, loading);
    return loading;
  };
  return {
    async mount(given) {
      const { slot, key, shell } = given;
      const isServed = given.data !== undefined && slot.hasChildNodes();
      const data = given.data === undefined ? await dataOf(fragment, given, beginLoading(slot).signal) : given.data;
      const root = openRoot(slot, treeOf(fragment, { ...given, data }), {
        identifierPrefix: `${key}-`,
        // At once: React does not replay a press on a fragment that hydrates lazily within a page that it rendered.
        start: isServed ? 'hydrate' : 'render',
        onFail: shell.fail,
      });
      roots.set(slot, root);
    },
    async update(given) {
      const loading = beginLoading(given.slot);
      const isLatest = () => latest.get(given.slot) === loading;
      const data = await dataOf(fragment, given, loading.signal).catch((error: unknown) => {
        if (isLatest()) throw error;
      });
      const tree = treeOf(fragment, { ...given, data });
      // Synchronously, because presses are allowed again when this returns.
      if (isLatest()) flushSync(() => roots.get(given.slot)?.render(tree));
    },
    async unmount({ slot }) {
      roots.get(slot)?.unmount();
      roots.delete(slot);
      latest.get(slot)?.abort();
      latest.delete(slot);
      slot.replaceChildren();
    },
  };
}

/** Creates the browser entry of a remote's fragments, exposed as `./fragments`. */
export const createFragments = ({ fragments }: FragmentsDefinition): FragmentsModule['fragments'] =>
  Object.fromEntries(fragments.map(({ name, load }) => [name, async () => fragmentApp((await load()).fragment)]));
