import type { RenderedPage } from '@wholepage/contracts/render';
import type { PolicySources } from '@wholepage/contracts/site';
import type { SiteSettings } from './settings';

const originsOf = (host: string): string[] => (/^https?:/.test(host) ? [new URL(host).origin] : []);

/** Hosts that pages call beside the site itself. */
export const calledOrigins = ({ FORM_HOST, STUDIO_HOST, BLOG_HOST, COURSE_HOST }: SiteSettings): string[] =>
  [FORM_HOST, STUDIO_HOST, BLOG_HOST, COURSE_HOST].flatMap(originsOf);

/** What the checkout needs of a page that loads its script. */
export const checkoutSources = ({ checkoutUrl }: SiteSettings): NonNullable<RenderedPage['allow']> => {
  const { origin } = new URL(checkoutUrl);
  return { script: [origin], frame: [origin], connect: [origin] };
};

/** What Razorpay's script uses beside its own origin, as its plug-in for Magento lists in its `csp_whitelist.xml`. */
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

/** Sources beside the site itself: the hosts that the settings name, and the checkout's on a page that loads its script. */
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
