import type { CDPSession } from 'playwright-core';

/** What scripts could have changed of the page that all share: to be read in the page, and compared. */
export interface GlobalsRead {
  names: string[];
  /** `fetch`, `Array.prototype.map`: built-ins that are not what they were when the page began, or are new. */
  patched: string[];
}

/**
 * Remembers the built-ins before any script of the page has run. These are the own properties of each constructor and
 * prototype, of the namespaces, and of single objects such as `document`. Symbols and hidden properties count, too.
 */
export const rememberBuiltIns = () => {
  const owners = new Map<object, string>();
  const own = (name: string, owner: unknown) => {
    const isObject = (typeof owner === 'object' && owner !== null) || typeof owner === 'function';
    if (isObject && !owners.has(owner)) owners.set(owner, name);
  };
  for (const name of Object.getOwnPropertyNames(window)) {
    const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
    if (typeof value === 'function') {
      own(`${name}.`, value);
      own(`${name}.prototype.`, value.prototype);
    } else if (/^(Atomics|CSS|Intl|JSON|Math|Reflect|WebAssembly|console)$/.test(name)) own(`${name}.`, value);
  }
  const hidden: [string, object][] = [
    ['an iterator.', [].values()],
    ['an array.', new Uint8Array()],
    ['an async function.', async () => {}],
    ['a generator.', (function* none() {})()],
  ];
  for (const [name, one] of hidden)
    for (let at = Object.getPrototypeOf(one) as object | null; at; at = Object.getPrototypeOf(at)) own(name, at);
  own('crypto.', crypto);
  for (const name of [
    'history',
    'navigator',
    'location',
    'performance',
    'screen',
    'customElements',
    'document',
  ] as const)
    own(`${name}.`, window[name]);
  // What reads must not lean on what it looks for: nothing below is reached by a prototype that a script can change.
  const { ownKeys, getOwnPropertyDescriptor } = Reflect;
  const { stringify } = JSON;
  const { is } = Object;
  const text = String;
  /** React notes where it listens, on the document itself. */
  const isReacts = (key: PropertyKey): boolean => text(key).slice(0, 15) === '_reactListening';
  const read = (owner: object, key: PropertyKey): unknown[] => {
    const found = getOwnPropertyDescriptor(owner, key);
    return [found?.value, found?.get, found?.set];
  };
  const known = [...owners].map(([owner, name]) => {
    const keys = ownKeys(owner);
    return { owner, name, keys, values: keys.map((key) => read(owner, key)) };
  });
  const names = ownKeys(window).filter((name) => typeof getOwnPropertyDescriptor(window, name)?.value === 'function');
  known.push({ owner: window, name: '', keys: names, values: names.map((name) => read(window, name)) });
  const changed = (): string[] => {
    const found: string[] = [];
    const note = (name: string, key: PropertyKey) => {
      if (!isReacts(key)) found[found.length] = name + text(key);
    };
    for (let at = 0; at < known.length; at += 1) {
      const { owner, name, keys, values } = known[at] ?? { owner: {}, name: '', keys: [], values: [] };
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index] ?? '';
        const now = read(owner, key);
        const was = values[index] ?? [];
        if (!is(now[0], was[0]) || !is(now[1], was[1]) || !is(now[2], was[2])) note(name, key);
      }
      const present = owner === window ? [] : ownKeys(owner);
      for (let index = 0; index < present.length; index += 1) {
        const key = present[index] ?? '';
        let isKnown = false;
        for (let one = 0; one < keys.length && !isKnown; one += 1) isKnown = keys[one] === key;
        if (!isKnown) note(name, key);
      }
    }
    return found;
  };
  Object.defineProperty(window, '__globals', {
    value: () => stringify({ names: ownKeys(window).filter((name) => typeof name === 'string'), patched: changed() }),
    enumerable: false,
  });
};

/** @throws Error when the page's scripts keep it from being read */
export async function readGlobals(session: CDPSession): Promise<GlobalsRead> {
  const { result } = await session.send('Runtime.evaluate', { expression: '__globals()', returnByValue: true });
  if (typeof result.value !== 'string') throw new Error('its scripts keep the built-ins from being read');
  return JSON.parse(result.value) as GlobalsRead;
}
