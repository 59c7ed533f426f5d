import type { CDPSession } from 'playwright-core';

/** What scripts could have changed of the page that all share: to be read in the page, and compared. */
export interface GlobalsRead {
  names: string[];
  /** `fetch`, `Array.prototype.map`: built-ins that are not what they were when the page began, or are new. */
  patched: string[];
  /** Where the script stands that each of these functions is from, by its name; nothing of one that does not say. */
  from: Readonly<Record<string, string>>;
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
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf } = Reflect;
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
    return { owner, name, keys, values: keys.map((key) => read(owner, key)), above: getPrototypeOf(owner) };
  });
  const names = ownKeys(window).filter((name) => {
    const found = getOwnPropertyDescriptor(window, name);
    return typeof found?.value === 'function' || found?.get !== undefined;
  });
  const values = names.map((name) => read(window, name));
  known.push({ owner: window, name: '', keys: names, values, above: getPrototypeOf(window) });
  const changed = (): [name: string, now: unknown][] => {
    const found: [name: string, now: unknown][] = [];
    const note = (name: string, key: PropertyKey, now: unknown) => {
      if (!isReacts(key)) found[found.length] = [name + text(key), now];
    };
    const nobody: (typeof known)[number] = { owner: {}, name: '', keys: [], values: [], above: null };
    for (let at = 0; at < known.length; at += 1) {
      const { owner, name, keys, values, above } = known[at] ?? nobody;
      if (getPrototypeOf(owner) !== above) note(name, '[[Prototype]]', undefined);
      for (let index = 0; index < keys.length; index += 1) {
        const key = keys[index] ?? '';
        const now = read(owner, key);
        const was = values[index] ?? [];
        if (!is(now[0], was[0]) || !is(now[1], was[1]) || !is(now[2], was[2])) note(name, key, now[0] ?? now[1]);
      }
      const present = owner === window ? [] : ownKeys(owner);
      for (let index = 0; index < present.length; index += 1) {
        const key = present[index] ?? '';
        let isKnown = false;
        for (let one = 0; one < keys.length && !isKnown; one += 1) isKnown = keys[one] === key;
        const [value, get, set] = read(owner, key);
        // React puts `Error.prepareStackTrace` back to what it was: undefined.
        if (!isKnown && (value !== undefined || get || set)) note(name, key, value ?? get);
      }
    }
    return found;
  };
  const pick = (index: 0 | 1): unknown[] => {
    const all = changed();
    const picked: unknown[] = [];
    for (let at = 0; at < all.length; at += 1) picked[at] = all[at]?.[index];
    return picked;
  };
  Object.defineProperty(window, '__globals', {
    value: () => stringify({ names: ownKeys(window).filter((name) => typeof name === 'string'), patched: pick(0) }),
    enumerable: false,
  });
  Object.defineProperty(window, '__patched', { value: () => pick(1), enumerable: false });
};

/** Where the code of a function begins, as its script's address, line and column; empty where it is not a plain function. */
async function placeOf(session: CDPSession, objectId: string, scripts: ReadonlyMap<string, string>): Promise<string> {
  const { internalProperties = [] } = await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  const place = internalProperties.find(({ name }) => name === '[[FunctionLocation]]')?.value?.value;
  return place ? `${scripts.get(place.scriptId)}:${place.lineNumber}:${place.columnNumber}` : '';
}

async function placesOf(
  session: CDPSession,
  patched: readonly string[],
  scripts: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  if (patched.length === 0) return {};
  const { result } = await session.send('Runtime.evaluate', { expression: '__patched()' });
  if (!result.objectId) return {};
  const { result: items } = await session.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const places: Record<string, string> = {};
  for (const { name, value } of items) {
    const built = patched[Number(name)];
    if (built !== undefined && value?.type === 'function' && value.objectId)
      places[built] = await placeOf(session, value.objectId, scripts);
  }
  return places;
}

/**
 * Built-ins that are another's now than on a page without the remote: the shell replaces some itself, and some again.
 * @param blanks what was read of that page, at different moments
 */
export const patchedBeyond = (blanks: readonly GlobalsRead[], { patched, from }: GlobalsRead): string[] =>
  patched.filter((name) => !blanks.some((blank) => blank.patched.includes(name) && blank.from[name] === from[name]));

/** @throws Error when the page's scripts keep it from being read */
export async function readGlobals(session: CDPSession, scripts: ReadonlyMap<string, string>): Promise<GlobalsRead> {
  const { result } = await session.send('Runtime.evaluate', { expression: '__globals()', returnByValue: true });
  if (typeof result.value !== 'string') throw new Error('its scripts keep the built-ins from being read');
  const read = JSON.parse(result.value) as Omit<GlobalsRead, 'from'>;
  return { ...read, from: await placesOf(session, read.patched, scripts) };
}
