import type { ReactNode } from 'react';

interface NavLinkProps {
  href: string;
  /** Path of the page shown. */
  path: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link of the navigation, marked when its page (or a page below it) is shown. */
export function NavLink({ href, path, className, children }: NavLinkProps) {
  return (
    <a href={href} className={className} aria-current={currentOf(href, path)}>
      {children}
    </a>
  );
}

/**
 * What a link says of the page at `path`: that it leads there, or to the part of the site around it. Undefined for
 * other links.
 */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href) return 'page';
  return href !== '/' && path.startsWith(`${href}/`) ? 'true' : undefined;
}
