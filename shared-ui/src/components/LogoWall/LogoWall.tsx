import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Picture } from '../Picture/Picture';
import styles from './LogoWall.module.css';

export interface LogoWallProps {
  /** Name of the list. */
  label: string;
  logos: PictureData[];
  /** True beside a heading: on wide viewports three columns instead of seven. */
  narrow?: boolean;
}

/** Client logos on ruled cloth, with a cross where the rules meet. */
export function LogoWall({ label, logos, narrow }: LogoWallProps) {
  return (
    <ul className={styles.wall} aria-label={label} data-narrow={narrow || undefined}>
      {logos.map((logo) => (
        <li key={logo.src} className={styles.cell}>
          <Picture picture={logo} className={styles.logo} />
        </li>
      ))}
    </ul>
  );
}
