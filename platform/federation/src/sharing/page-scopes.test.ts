import { pageScopes } from './page-scopes';
import type { ShareScope } from './share-scope';

test('all who have a page’s scope have its other scopes, and the page gets no global', () => {
  const before = Object.keys(globalThis);
  const scope: ShareScope = {};
  pageScopes(scope)['company'] = { react: {} };
  expect(pageScopes(scope)['company']).toEqual({ react: {} });
  expect(pageScopes(scope)['default']).toBe(scope);
  expect(pageScopes({})['company']).toBeUndefined();
  expect(Object.keys(scope)).toEqual([]);
  expect(Object.keys(globalThis)).toEqual(before);
});
