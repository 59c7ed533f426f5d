import { address, host, port } from '@wholepage/composer/setting-schemas';
import type { RenderedPage } from '@wholepage/contracts/render';
import type { PolicySources, SiteContext } from '@wholepage/contracts/site';
import { MAIL_TEMPLATES, templateSetting } from 'api-wire/forms';
import * as z from 'zod';
import { fill } from './contract/company-text';
import type { Company, PublicConfig } from './contract/config';
import type { Navigation } from './contract/navigation';
import { SANDBOX_PORT } from './services';

/* The site's settings from the environment, and the parts of them for browsers and the pages' policy. */

const filled = (fallback: string) => z.string().trim().min(1, 'must not be empty').default(fallback);

/** Read here for pages that send mails to EmailJS, and by the API, which accepts the mails where there is no EmailJS. */
export const emailjsSettings = z.object({
  EMAILJS_PUBLIC_KEY: filled('local_public_key'),
  EMAILJS_SERVICE_ID: filled('local_service'),
  ...(Object.fromEntries(MAIL_TEMPLATES.map((name) => [templateSetting(name), filled(`template_${name}`)])) as Record<
    ReturnType<typeof templateSetting>,
    ReturnType<typeof filled>
  >),
});

export const emailjsNames = (settings: z.output<typeof emailjsSettings>): Omit<PublicConfig['emailjs'], 'origin'> => ({
  publicKey: settings.EMAILJS_PUBLIC_KEY,
  serviceId: settings.EMAILJS_SERVICE_ID,
  templates: Object.fromEntries(
    MAIL_TEMPLATES.map((name) => [name, settings[templateSetting(name)]]),
  ) as PublicConfig['emailjs']['templates'],
});

const environment = z.object({
  FORM_HOST: host.default('/api'),
  STUDIO_HOST: host.default('/api'),
  BLOG_HOST: host.default('/api'),
  COURSE_HOST: host.default('/api'),
  EMAILJS_ORIGIN: host.default(''),
  ...emailjsSettings.shape,
  PAYMENT_SANDBOX_PORT: port.default(SANDBOX_PORT.default),
  PAYMENT_KEY_ID: z.string().default('rzp_test_sandbox'),
  PAYMENT_CHECKOUT_URL: address.optional(),
});

/** Settings from the environment beside the composer's own. */
export const settings = environment.transform((values) => {
  const checkoutUrl = values.PAYMENT_CHECKOUT_URL ?? `http://localhost:${values.PAYMENT_SANDBOX_PORT}/checkout.js`;
  return { ...values, checkoutUrl };
});

export type SiteSettings = z.output<typeof settings>;

/** Fills the company's details into labels and the company's own texts, as into content. */
const withCompany = <T>(texts: T, company: Company): T =>
  JSON.parse(JSON.stringify(texts), (_key, value: unknown) =>
    typeof value === 'string' ? fill(value, company) : value,
  ) as T;

/** The part of the settings that browsers may know. */
export function publicConfig({
  settings,
  siteOrigin,
  navigation,
  content,
  address,
}: SiteContext<SiteSettings, Navigation, { company: Company }>): PublicConfig {
  const { mail: _notPublic, ...company } = withCompany(content.company, content.company);
  const { name, description, keywords } = company;
  return {
    siteOrigin,
    site: { name, description, keywords, language: 'en-IN', themeColor: '#22305F' },
    company,
    navigation: withCompany(navigation, company),
    hosts: {
      forms: address(settings.FORM_HOST),
      studio: address(settings.STUDIO_HOST),
      blog: address(settings.BLOG_HOST),
      courses: address(settings.COURSE_HOST),
    },
    emailjs: { origin: address(settings.EMAILJS_ORIGIN), ...emailjsNames(settings) },
    payment: { keyId: settings.PAYMENT_KEY_ID, checkoutUrl: settings.checkoutUrl },
  };
}

const originsOf = (host: string): string[] => (/^https?:/.test(host) ? [new URL(host).origin] : []);

/** Hosts that pages call beside the site itself. */
export const calledOrigins = ({ FORM_HOST, STUDIO_HOST, BLOG_HOST, COURSE_HOST }: SiteSettings): string[] =>
  [FORM_HOST, STUDIO_HOST, BLOG_HOST, COURSE_HOST].flatMap(originsOf);

/** Sources that a page with the checkout's script needs. */
export const checkoutSources = ({ checkoutUrl }: SiteSettings): NonNullable<RenderedPage['allow']> => {
  const { origin } = new URL(checkoutUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
};

/** Sources of Razorpay's script beside its own origin, as its plug-in for Magento lists them in its `csp_whitelist.xml`. */
const RAZORPAY = {
  script: ['https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com'],
  connect: [
    'https://api.razorpay.com',
    'https://lumberjack.razorpay.com',
    'https://lumberjack-cx.razorpay.com',
    'https://lumberjack-metrics.razorpay.com',
  ],
  img: ['https://cdn.razorpay.com'],
};

/** Returns the sources beside the site itself: hosts in the settings, and the checkout's on a page that loads its script. */
export function csp(settings: SiteSettings, allow: RenderedPage['allow']): PolicySources {
  const forms = [settings.FORM_HOST, settings.STUDIO_HOST].flatMap(originsOf);
  const { origin } = new URL(settings.checkoutUrl);
  const isRazorpay = origin === 'https://checkout.razorpay.com' && allow?.script?.includes(origin);
  const checkout = isRazorpay ? RAZORPAY : undefined;
  return {
    form: forms,
    script: checkout?.script ?? [],
    frame: checkout?.frame ?? [],
    connect: [...calledOrigins(settings), ...originsOf(settings.EMAILJS_ORIGIN), ...(checkout?.connect ?? [])],
    img: [...originsOf(settings.BLOG_HOST), ...(checkout?.img ?? [])],
  };
}
