import styles from './Paragraphs.module.css';

export interface ParagraphsProps {
  texts: readonly string[];
}

/** Running text whose first paragraph is set larger. */
export function Paragraphs({ texts }: ParagraphsProps) {
  return (
    <div className={styles.paragraphs}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
