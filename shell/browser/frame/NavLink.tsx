import type { ReactNode } from 'react';
import { currentOf } from './current';

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
