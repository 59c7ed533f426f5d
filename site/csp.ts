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

/** Sources beside the site itself: the hosts that the settings name, and the checkout's on a page that loads its script. */
export function csp(settings: SiteSettings, allow: RenderedPage['allow']): PolicySources {
  const forms = [settings.FORM_HOST, settings.STUDIO_HOST].flatMap(originsOf);
  const loadsCheckout = originsOf(settings.checkoutUrl).some((origin) => allow?.script?.includes(origin));
  const checkout = loadsCheckout ? settings.checkoutHosts : undefined;
  return {
    form: forms,
    script: checkout?.script ?? [],
    frame: checkout?.frame ?? [],
    connect: [...calledOrigins(settings), ...originsOf(settings.EMAILJS_ORIGIN), ...(checkout?.connect ?? [])],
    img: [...originsOf(settings.BLOG_HOST), ...(checkout?.img ?? [])],
  };
}
