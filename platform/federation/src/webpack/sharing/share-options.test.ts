import { checkedShares } from './share-options';

test('an eager share is refused with what to do', () => {
  const eager = { requiredVersion: '^19.0.0', eager: true };
  expect(() => checkedShares({ react: eager })).toThrow(
    '"react" is shared with "eager". Leave it out, and start by import()',
  );
});
