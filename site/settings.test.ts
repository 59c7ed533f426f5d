import { testConfig } from './contract/testing';
import { csp, publicConfig, settings } from './settings';

const { company, navigation } = testConfig;
const context = {
  settings: settings.parse({}),
  siteOrigin: 'https://site.example',
  navigation: { ...navigation, menu: [{ label: '{furnishings}', href: '/warp', accent: false, sections: [] }] },
  content: { company: { ...company, description: 'Cloth since {since}', about: '{name}, since {since}' } },
  address: (of: string) => of,
};

test('gives browsers the hosts as the settings name them, and labels with the company in them', () => {
  const config = publicConfig(context);
  expect(config.hosts).toEqual({ forms: '/api', studio: '/api', blog: '/api', courses: '/api' });
  expect(config.navigation.menu[0]?.label).toBe('Warp and Weft');
  expect(config.site).toMatchObject({ name: company.name, description: `Cloth since ${company.since}` });
  expect(config.company.about).toBe(`${company.name}, since ${company.since}`);
});

test('gives pages of other origins every address whole', () => {
  const address = (of: string) => (of.startsWith('/') ? `https://site.example${of}` : of || 'https://site.example');
  const { hosts, emailjs } = publicConfig({ ...context, address });
  expect(Object.values(hosts)).toEqual(Array(4).fill('https://site.example/api'));
  expect(emailjs.origin).toBe('https://site.example');
});

test('keeps the addresses of mails from browsers', () => {
  const mail = { to: 'desk@site.example', from: 'mail@site.example' };
  const config = publicConfig({ ...context, content: { company: { ...company, mail } } });
  expect(JSON.stringify(config)).not.toContain('desk@site.example');
});

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
