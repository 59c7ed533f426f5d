/** What scripts could have changed of the page that all share: to be read in the page, and compared. */
export interface GlobalsRead {
  names: string[];
  /** `fetch`, `Array.prototype.map`: names of built-ins that are not what they were when the page began. */
  patched: string[];
}

/** Remembers the built-ins before any script of the page has run. */
export const rememberBuiltIns = () => {
  const kept = new Map<string, unknown>();
  const owners: [string, object][] = [['', window]];
  for (const name of Object.getOwnPropertyNames(window)) {
    const value = Object.getOwnPropertyDescriptor(window, name)?.value as unknown;
    if (typeof value === 'function' && value.prototype) owners.push([`${name}.prototype.`, value.prototype as object]);
    if (/^(Object|Array|Promise|JSON|Math|Reflect|Symbol|String|Number|Date|console|URL|Response)$/.test(name))
      owners.push([`${name}.`, value as object]);
  }
  owners.push(['history.', window.history], ['navigator.', window.navigator], ['localStorage.', Storage.prototype]);
  const read = (owner: object, name: string): unknown => {
    const { value, get, set } = Object.getOwnPropertyDescriptor(owner, name) ?? {};
    return value ?? get ?? set;
  };
  for (const [prefix, owner] of owners) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      const value = read(owner, name);
      if (typeof value === 'function') kept.set(prefix + name, value);
    }
  }
  const changed = () => {
    const found: string[] = [];
    for (const [prefix, owner] of owners) {
      for (const name of Object.getOwnPropertyNames(owner)) {
        const value = read(owner, name);
        const known = kept.get(prefix + name);
        if (known ? known !== value : prefix !== '' && typeof value === 'function') found.push(prefix + name);
      }
    }
    return found;
  };
  Object.defineProperty(window, '__globals', {
    value: () => ({ names: Object.getOwnPropertyNames(window), patched: changed() }),
    enumerable: false,
  });
};

export const readGlobals = (): GlobalsRead => (window as unknown as { __globals(): GlobalsRead }).__globals();
