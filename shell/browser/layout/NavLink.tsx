import type { ComponentType, ReactNode } from 'react';
import type { MenuItem } from 'site/navigation';

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

export interface SectionProps {
  item: MenuItem;
  path: string;
}

interface MenuListProps {
  menu: readonly MenuItem[];
  path: string;
  className: string | undefined;
  /** Class name of the link that stands out. */
  accent: string | undefined;
  Section: ComponentType<SectionProps>;
}

/** The site's menu: on a line in the header, where there is room for one, and in the drawer. */
export function MenuList({ menu, path, className, accent, Section }: MenuListProps) {
  return (
    <ul className={className}>
      {menu.map((item) =>
        item.sections.length > 0 ? (
          <Section key={item.href} item={item} path={path} />
        ) : (
          <li key={item.href} className={item.accent ? accent : undefined}>
            <NavLink href={item.href} path={path}>
              {item.label}
            </NavLink>
          </li>
        ),
      )}
    </ul>
  );
}
