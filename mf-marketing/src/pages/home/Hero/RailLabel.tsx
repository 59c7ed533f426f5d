import { type ComponentType, useEffect, useState } from 'react';
import { readOwnLabel } from 'shared-ui/own-label';
import styles from './RailLabel.module.css';

/** The visitor's own label, hung on the rail of the first slide. Its code comes to those who have had a name sewn in. */
export function RailLabel() {
  const [Woven, setWoven] = useState<ComponentType>();
  useEffect(() => {
    if (readOwnLabel().trim() === '') return;
    // Without it the rail is as it was.
    import('shared-ui/OwnLabel').then(({ WovenName }) => setWoven(() => WovenName)).catch(() => {});
  }, []);
  return (
    Woven && (
      <div className={styles.tag}>
        <Woven />
      </div>
    )
  );
}
