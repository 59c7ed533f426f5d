import { hostFederation } from './federation';

test('an eager share is refused with what to do', () => {
  const react = { requiredVersion: '^19.0.0', eager: true };
  expect(() => hostFederation({ name: 'shell', shared: { react } })).toThrow(
    '"react" is shared with "eager". Leave it out, and start by import()',
  );
});
