import { useFill } from 'site/remote';
import styles from './Paragraphs.module.css';

interface ParagraphsProps {
  /** With the company's details still to be filled in. */
  texts: string[];
}

/** Running text whose first paragraph is set larger. */
export function Paragraphs({ texts }: ParagraphsProps) {
  const fill = useFill();
  return (
    <div className={styles.paragraphs}>
      {texts.map((text) => (
        <p key={text}>{fill(text)}</p>
      ))}
    </div>
  );
}
