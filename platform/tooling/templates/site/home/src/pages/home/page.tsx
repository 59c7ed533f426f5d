import { definePage } from '@wholepage/remote-kit';
import { home } from '../../content/home';
import styles from './Home.module.css';

function Home() {
  const { heading, text, parts } = home;
  return (
    <div className={styles.page}>
      <div className={styles.opening}>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.text}>{text}</p>
      </div>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <li className={styles.part} key={part.heading}>
            <h2>{part.heading}</h2>
            <p>{part.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const page = definePage({
  load: ({ url, config: { site } }) => ({
    head: { ...home.meta, title: site.name, canonical: url.pathname },
    data: null,
  }),
  Page: Home,
});
