/** What jsdom has behind `location`. */
interface LocationParts {
  assign(url: string): void;
  reload(): void;
}

/** jsdom loads no page and has no hook for it, so this leans on a private symbol. @throws when jsdom has moved it */
function locationParts(): LocationParts {
  const symbol = Object.getOwnPropertySymbols(window.location).find(({ description }) => description === 'impl');
  const parts: unknown = symbol && Reflect.get(window.location, symbol);
  if (!parts) throw new Error('jsdom has nothing behind `location` any more. Find what loads its pages now.');
  return parts as LocationParts;
}

/** Notes page loads until the mocks of the test are restored. @returns their addresses, `reload` for one of the page itself */
export function notePageLoads(): string[] {
  const loads: string[] = [];
  const parts = locationParts();
  jest.spyOn(parts, 'assign').mockImplementation((url) => void loads.push(new URL(url, window.location.href).href));
  jest.spyOn(parts, 'reload').mockImplementation(() => void loads.push('reload'));
  return loads;
}
