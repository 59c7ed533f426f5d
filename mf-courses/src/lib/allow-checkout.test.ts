import { testConfig as config } from 'site/testing';
import { allowCheckout } from './allow-checkout';

const allow = (checkoutUrl: string) => allowCheckout({ ...config, payment: { ...config.payment, checkoutUrl } });

test('lets in the origin of the checkout script', () => {
  const origins = ['http://localhost:3200'];
  expect(allow('http://localhost:3200/checkout.js')).toEqual({ script: origins, frame: origins, connect: origins });
});

test('lets in nothing without an address', () => {
  expect(allow('')).toEqual({});
});
