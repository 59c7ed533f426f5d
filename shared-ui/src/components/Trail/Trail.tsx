import type { Crumb } from 'site/json-ld';
import { Breadcrumbs } from '../Breadcrumbs/Breadcrumbs';
import styles from './Trail.module.css';

export interface TrailProps {
  /** The way to this page, which comes last. */
  crumbs: readonly Crumb[];
}

/** Breadcrumbs on the page's left edge; the page itself is not a link. */
export function Trail({ crumbs }: TrailProps) {
  const items = crumbs.map(({ label, href }, index) => (index === crumbs.length - 1 ? { label } : { label, href }));
  return (
    <div className={styles.trail}>
      <Breadcrumbs items={items} />
    </div>
  );
}
