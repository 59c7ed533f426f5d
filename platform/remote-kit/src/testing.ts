import type { PublicConfig, ShellApi } from '@wholepage/contracts/mount';
import type { Denied, Redirect } from '@wholepage/contracts/render';

/** Settings for tests of the platform. */
export const testConfig: PublicConfig = {
  siteOrigin: 'https://site.example',
  site: { name: 'Test & Thimble', description: 'A test of a site.', keywords: 'test', language: 'en' },
};

/** A shell that does nothing but remember what it was asked. */
export const stubShell = () =>
  ({
    alert: jest.fn().mockResolvedValue(undefined),
    toast: jest.fn(),
    navigate: jest.fn(),
    setHead: jest.fn(),
    fail: jest.fn(),
    events: { publish: jest.fn(), subscribe: jest.fn(() => () => {}) },
  }) satisfies ShellApi;

export { findRoute } from './routes';

/** What a test expects to be a page, of what `load` or `render` answers. @throws when visitors are sent on or denied */
export function pageIn<Answer extends object>(answer: Answer): Exclude<Answer, Redirect | Denied> {
  if ('to' in answer || 'denied' in answer) throw new Error(`This is no page: ${JSON.stringify(answer)}`);
  return answer as Exclude<Answer, Redirect | Denied>;
}

/** What jsdom has behind `location`. */
interface LocationParts {
  assign(url: string): void;
  reload(): void;
  replace(url: string): void;
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
  for (const way of ['assign', 'replace'] as const)
    jest.spyOn(parts, way).mockImplementation((url) => void loads.push(new URL(url, window.location.href).href));
  jest.spyOn(parts, 'reload').mockImplementation(() => void loads.push('reload'));
  return loads;
}
