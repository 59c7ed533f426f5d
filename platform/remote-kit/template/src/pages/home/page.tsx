import { definePage } from '@wholepage/remote-kit';
import { home } from '../../content/home';
import styles from './home.module.css';

function Home() {
  const { heading, text, link } = home;
  return (
    <section className={styles.page}>
      <h1>{heading}</h1>
      <p>{text}</p>
      <p>
        <a href="/">{link}</a>
      </p>
    </section>
  );
}

export const page = definePage({
  load: ({ url, config: { site } }) => ({
    head: { ...home.meta, title: `${home.meta.title} | ${site.name}`, canonical: url.pathname },
    data: null,
  }),
  Page: Home,
});
