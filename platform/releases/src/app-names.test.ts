import { whyNoAppName } from './trust/claims';

test('an app is not named like a first segment of the API of the site', () => {
  expect(whyNoAppName('orders', ['orders', 'webhooks'])).toBe(
    "/api/orders is the site's own API: choose another name than orders",
  );
  expect(whyNoAppName('office')).toContain("/api/office is the site's own API");
  expect(whyNoAppName('orders')).toBeUndefined();
});
