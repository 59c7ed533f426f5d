import type { Picture as PictureData } from '@wholepage/contracts/page';
import { Picture } from 'shared-ui/Picture';
import styles from './ClothStrip.module.css';

/** A close-up of cloth from edge to edge, a rest for the eye between two drawings. */
export const ClothStrip = ({ picture }: { picture: PictureData }) => (
  <div className={styles.strip} data-unprinted data-own-size>
    <Picture picture={picture} className={styles.cloth} />
  </div>
);
