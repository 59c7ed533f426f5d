import { type PageFiles, promisedIntegrity, releaseUrl } from '../page-parts';

/** With the element's integrity: a browser has no use for a preload that was not held against the same. */
const style = (href: string, integrity: string): string => `<${href}>; rel=preload; as=style; integrity="${integrity}"`;

const font = (href: string): string => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`;

/**
 * What a page needs before its first paint, as `Link`. A server in front that knows `103 Early Hints` sends it ahead
 * while the page is made. So a browser begins before it reads the page.
 */
export function preloadHeader(fonts: readonly string[], files: readonly PageFiles[]): { link?: string } {
  const styles = files.flatMap(({ manifest, css }) =>
    css.map((file) => style(releaseUrl(manifest, file), promisedIntegrity(manifest, file))),
  );
  const wanted = [...styles, ...fonts.map(font)];
  return wanted.length > 0 ? { link: wanted.join(', ') } : {};
}
