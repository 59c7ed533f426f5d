/** Whether a link stands for the page at `path`, or for the part of the site that it belongs to. */
export function isCurrent(href: string, path: string): boolean {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
