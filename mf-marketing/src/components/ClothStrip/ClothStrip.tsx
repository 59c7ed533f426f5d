import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Picture } from 'shared-ui/Picture';
import styles from './ClothStrip.module.css';

/** Where the eye rests between two drawings: cloth from edge to edge, a hand's breadth away. */
export const ClothStrip = ({ picture }: { picture: PictureData }) => (
  <div className={styles.strip} data-unprinted data-own-size>
    <Picture picture={picture} className={styles.cloth} />
  </div>
);
