import { isPrivatePath } from './request';

test.each([
  '/metrics',
  '/%6detrics',
  '/Metrics',
  '//metrics',
  '/metrics;a=b',
  '/metrics/',
  '/%72eadyz',
  '/%2Fhealthz',
  '/office/inbox',
  '/%ff',
])('%s is not for visitors', (path) => {
  expect(isPrivatePath(path)).toBe(true);
});

test.each([
  '/',
  '/formdata/api_blog_list.php',
  '/metrics-of-linen',
  '/offices',
  '/v1.0/email/send-form',
  '/v1.0/email/send',
  '/%256detrics',
])('%s is', (path) => {
  expect(isPrivatePath(path)).toBe(false);
});
