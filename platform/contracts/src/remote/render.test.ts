import { renderedPageSchema } from './render';

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
    expect(renderedPageSchema.safeParse(page([origin])).success).toBe(true);
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
  expect(renderedPageSchema.safeParse(page([word])).success).toBe(false);
});

test.each(['script', 'frame', 'connect'])('neither may it through its %s origins, nor by very many of them', (kind) => {
  const asking = (origins: string[]) =>
    renderedPageSchema.safeParse({ ...page([]), allow: { [kind]: origins } }).success;
  const hosts = (count: number) => Array.from({ length: count }, (_, index) => `https://${index}.example`);
  expect(asking(["'unsafe-inline'"])).toBe(false);
  expect(asking(['https://a.example; form-action *'])).toBe(false);
  expect(asking(hosts(20))).toBe(true);
  expect(asking(hosts(21))).toBe(false);
});

test.each([200, 400, 404, 410, 429, 500, 503])('a page may have the status %d', (status) => {
  expect(renderedPageSchema.safeParse({ ...page([]), status }).success).toBe(true);
});

test.each([204, 206, 302, 304, 600])('the status %d is none of a page', (status) => {
  expect(renderedPageSchema.safeParse({ ...page([]), status }).success).toBe(false);
  expect(renderedPageSchema.safeParse({ ...page([]), status: 404 }).success).toBe(true);
});
