import type { PublicConfig } from '@wholepage/contracts/config';
import type { SiteContent } from '../content/site-content';
import type { Settings } from '../settings';

const asItIs = (address: string): string => address;

/** As a page of another origin needs an address: what is relative to the site has the site's origin. */
const absoluteAt =
  (siteOrigin: string) =>
  (address: string): string =>
    address.startsWith('/') ? siteOrigin + address : address || siteOrigin;

/**
 * The part of the settings that browsers may know, as the site makes it.
 * @param content as it is now; else as it was at the start
 * @param reader `foreign`: a page of another origin
 */
export function publicConfig(
  { site, siteOrigin, content: atStart }: Settings,
  content: SiteContent = atStart,
  reader: 'own' | 'foreign' = 'own',
): PublicConfig {
  return site.definition.publicConfig({
    settings: site.values,
    siteOrigin,
    navigation: content.navigation,
    content: content.further,
    address: reader === 'own' ? asItIs : absoluteAt(siteOrigin),
  });
}
