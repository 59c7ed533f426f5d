import { csp } from './csp';
import { settings } from './settings';

const CHECKOUT = 'https://checkout.razorpay.com';
const REAL = { PAYMENT_CHECKOUT_URL: `${CHECKOUT}/v1/checkout.js` };
const sources = (env: Record<string, string>, script: string[] = [CHECKOUT]) => csp(settings.parse(env), { script });

test('lets in what the real checkout loads, opens and calls', () => {
  expect(sources(REAL)).toMatchObject({
    script: ['https://cdn.razorpay.com'],
    frame: ['https://api.razorpay.com'],
    img: ['https://cdn.razorpay.com'],
    connect: expect.arrayContaining(['https://lumberjack-metrics.razorpay.com']),
  });
});

test('lets none of it into a page without a checkout', () => {
  expect(JSON.stringify(sources(REAL, []))).not.toContain('razorpay');
});

test('lets a page reach the hosts that the settings name, each for what it is there for', () => {
  const hosts = {
    FORM_HOST: 'https://forms.example/api',
    STUDIO_HOST: 'https://studio.example',
    BLOG_HOST: 'https://blog.example',
    COURSE_HOST: 'https://courses.example',
    EMAILJS_ORIGIN: 'https://mail.example',
  };
  const [forms, studio, blog] = ['https://forms.example', 'https://studio.example', 'https://blog.example'];
  expect(sources(hosts, [])).toEqual({
    form: [forms, studio],
    script: [],
    frame: [],
    img: [blog],
    connect: [forms, studio, blog, 'https://courses.example', 'https://mail.example'],
  });
});
