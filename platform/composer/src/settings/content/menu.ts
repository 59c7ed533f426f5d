import type { MenuItem } from '@wholepage/contracts/navigation';
import type { ReleaseSet } from '../../releases/release-set';
import type { SiteContent } from './site-content';

const hrefsOf = ({ href, sections }: MenuItem): string[] => [
  href,
  ...sections.flatMap(({ links }) => links.map((link) => link.href)),
];

/**
 * The owner's menu, and after it the pages whose releases ask for a place in it; what stands out stays last. An entry that
 * the owner wrote wins: so a label is changed, or an entry moved, without a release.
 */
export function withMenuOf(content: SiteContent, { apps }: Pick<ReleaseSet, 'apps'>): SiteContent {
  const { menu } = content.navigation;
  const listed = new Set(menu.flatMap(hrefsOf));
  const asked = Object.values(apps)
    .flatMap(({ manifest }) =>
      manifest.routes.flatMap(({ path, menu: label }) => (label ? [{ label, href: path }] : [])),
    )
    .filter(({ href }) => !listed.has(href))
    .sort((one, other) => one.href.localeCompare(other.href))
    .map((link): MenuItem => ({ ...link, accent: false, sections: [] }));
  if (asked.length === 0) return content;
  const plain = menu.filter(({ accent }) => !accent);
  const accented = menu.filter(({ accent }) => accent);
  return { ...content, navigation: { ...content.navigation, menu: [...plain, ...asked, ...accented] } };
}
