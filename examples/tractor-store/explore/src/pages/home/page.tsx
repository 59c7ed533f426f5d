import { LinkButton } from '@tractor-store/ui/Button';
import { Picture } from '@tractor-store/ui/Picture';
import { definePage } from '@wholepage/remote-kit';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { home } from '../../content/home';
import styles from './Home.module.css';

function Home() {
  return (
    <div className={styles.page}>
      <section className={styles.opening}>
        <div className={styles.words}>
          <h1>{home.heading}</h1>
          <p className={styles.text}>{home.text}</p>
          <LinkButton href="/products/all">See all machines</LinkButton>
        </div>
        <div className={styles.teasers}>
          {home.teasers.map(({ title, text, href, scene, sku }) => (
            <article key={href} className={styles.teaser} data-scene={scene}>
              <Picture of={scene} className={styles.scene} alt="" width={800} height={560} />
              <Picture of={sku} className={styles.tractor} alt="" width={400} height={300} />
              <div className={styles.label}>
                <h2 className={styles.title}>
                  <a className={styles.link} href={href}>
                    {title}
                  </a>
                </h2>
                <p>{text}</p>
              </div>
            </article>
          ))}
        </div>
      </section>
      <RemoteFragment of="explore" name="recommendations" props={{ skus: [...home.skus] }} />
    </div>
  );
}

export const page = definePage({
  load: () => ({
    head: {
      title: `${home.title} | ${home.heading}`,
      description: home.text,
      canonical: '/',
    },
    data: null,
  }),
  Page: Home,
});
