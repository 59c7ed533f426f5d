import type { Crumb } from 'site/page-head';
import { Breadcrumbs } from '../Breadcrumbs/Breadcrumbs';
import styles from './Trail.module.css';

export interface TrailProps {
  /** The way from the home page to this one, which comes last. */
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
