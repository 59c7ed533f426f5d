import { HOME } from 'site/page-head';
import styles from './Breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** Crumbs after the home page; the last one is this page and needs no `href`. */
  items: readonly { label: string; href?: string }[];
}

/** The path from the home page to this page, joined by stitches. */
export function Breadcrumbs({ items }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={styles.breadcrumbs} data-unprinted>
        {[HOME, ...items].map((item, index) => (
          <li key={item.href ?? item.label} className={styles.item}>
            {item.href && index < items.length ? (
              <a className={styles.link} href={item.href}>
                {item.label}
              </a>
            ) : (
              <span className={styles.here} aria-current="page">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
