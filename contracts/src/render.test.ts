import { renderResultSchema } from './render';

const page = (script: string[]) => ({
  status: 200,
  head: { title: '' },
  html: '',
  data: null,
  maxAge: 0,
  allow: { script },
});

test.each(['https://checkout.razorpay.com', 'http://localhost:3200', 'https://*.razorpay.com', 'http://[::1]:3200'])(
  'a page may ask for scripts of %s',
  (origin) => {
    expect(renderResultSchema.safeParse(page([origin])).success).toBe(true);
  },
);

test.each([
  "'unsafe-inline'",
  '*',
  'https:',
  'data:',
  "https://a.example 'unsafe-eval'",
  'https://a.example; form-action *',
  'https://a.example\r\nset-cookie: a=b',
  'https://a.example/\n',
])('a page may not write its policy: %j', (word) => {
  expect(renderResultSchema.safeParse(page([word])).success).toBe(false);
});

test.each([204, 206, 302, 304, 600])('the status %d is none of a page', (status) => {
  expect(renderResultSchema.safeParse({ ...page([]), status }).success).toBe(false);
  expect(renderResultSchema.safeParse({ ...page([]), status: 404 }).success).toBe(true);
});
