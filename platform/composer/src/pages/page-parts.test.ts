import type { ReleaseSet } from '../releases/release-set';
import { policiesOf } from './page-parts';

const setOf = (...policies: (string[] | undefined)[]) =>
  ({
    apps: Object.fromEntries(policies.map((own, app) => [app, { manifest: { policies: own } }])),
  }) as ReleaseSet;

test('a page may use the Trusted Types policies of all its releases', () => {
  expect(policiesOf(setOf(['loader', 'posts'], ['loader'], []))).toEqual(['loader', 'posts']);
});

test('none are named where a release does not tell its own: its scripts would not run', () => {
  expect(policiesOf(setOf(['loader'], undefined))).toBeUndefined();
});
