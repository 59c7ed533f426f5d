/**
 * What a link says of the page at `path`: that it leads there, or to the part of the site around it. Undefined for
 * other links.
 */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
