import type { Crumb } from 'site/page-head';
import { Breadcrumbs } from '../Breadcrumbs/Breadcrumbs';
import styles from './Trail.module.css';

export interface TrailProps {
  /** Crumbs after the home page; the last one is this page. */
  crumbs: readonly Crumb[];
}

/** Breadcrumbs on the page's left edge; the page itself is not a link. */
export function Trail({ crumbs }: TrailProps) {
  return (
    <div className={styles.trail}>
      <Breadcrumbs items={crumbs} />
    </div>
  );
}
