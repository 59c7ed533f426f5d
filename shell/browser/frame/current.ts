/** What a link says of the page at `path`: that it leads to it, that it leads to the part of the site that it is in, or nothing. */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
