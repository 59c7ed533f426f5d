import { useFill } from 'site/remote';
import styles from './Paragraphs.module.css';

/** Running text, the first paragraph a size larger. */
export function Paragraphs({ texts }: { texts: string[] }) {
  const fill = useFill();
  return (
    <div className={styles.text}>
      {texts.map((text) => (
        <p key={text.slice(0, 40)}>{fill(text)}</p>
      ))}
    </div>
  );
}
