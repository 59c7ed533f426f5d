import { defineFragment } from '@wholepage/remote-kit/fragment';
import { hours } from '../../content/hours';
import styles from './OpeningHours.module.css';

function OpeningHours() {
  return (
    <section aria-label={hours.heading}>
      <h2 className={styles.heading}>{hours.heading}</h2>
      <dl className={styles.list}>
        {hours.days.map(({ days, open }) => (
          <div className={styles.row} key={days}>
            <dt>{days}</dt>
            <dd>{open}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export const fragment = defineFragment<Record<string, never>>({ Component: OpeningHours });
