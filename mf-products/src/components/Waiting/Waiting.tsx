import { Section } from 'shared-ui/Section';
import { Skeleton } from 'shared-ui/Skeleton';
import styles from './Waiting.module.css';

/** Keeps the room of a page whose content is on its way. */
export function Waiting() {
  return (
    <div className={styles.waiting}>
      <Section layout="plain">
        <p role="status">Fetching this page…</p>
        <Skeleton lines={8} />
      </Section>
    </div>
  );
}
