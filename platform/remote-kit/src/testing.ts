import type { PublicConfig } from '@wholepage/contracts/config';
import type { ShellApi } from '@wholepage/contracts/mount';
import { matchRoute, type RouteParams } from '@wholepage/page-rules/route-match';

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

/** The first of a remote's routes that has this path, with its parameters. */
export function routeAt<Route extends { path: string }>(
  routes: readonly Route[],
  path: string,
): { route: Route; params: RouteParams } | undefined {
  for (const route of routes) {
    const params = matchRoute(route.path, path);
    if (params) return { route, params };
  }
  return undefined;
}
