import type { PublicConfig } from 'contracts/config';

/** The settings as a page of another origin needs them: what is relative to the site is told with the site's origin. */
export function withAbsoluteAddresses(config: PublicConfig): PublicConfig {
  const { siteOrigin, hosts, emailjs } = config;
  const absolute = (host: string): string => (host.startsWith('/') ? siteOrigin + host : host || siteOrigin);
  return {
    ...config,
    hosts: {
      forms: absolute(hosts.forms),
      studio: absolute(hosts.studio),
      blog: absolute(hosts.blog),
      courses: absolute(hosts.courses),
    },
    emailjs: { ...emailjs, origin: absolute(emailjs.origin) },
  };
}
