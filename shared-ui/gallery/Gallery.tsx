import { CATALOGUE } from './catalogue';
import styles from './Gallery.module.css';

/** Files under `pictures/`; the gallery's build defines the list. */
declare const GALLERY_PICTURES: readonly string[];

const PICTURES: readonly string[] = GALLERY_PICTURES;

/** Components that span the page and bring their own margins. */
const FULL_WIDTH = new Set(['Section', 'Banner', 'GetInTouch', 'ThreadProgress']);

/** Components that stand in columns on real pages. */
const NARROW = new Set(['TestimonialCard', 'Picture', 'EnquiryForm']);

/** Components that cover the page; each is shown alone. */
const COVERING = new Set(['AlertDialogOpen', 'DialogOpen', 'VideoDialogOpen']);

/** `/` shows everything, `/Button` one component, `/pictures` every drawing. */
export function Gallery({ path }: { path: string }) {
  const wanted = path.slice(1);
  const shown = Object.keys(CATALOGUE).filter((name) => (wanted ? name === wanted : !COVERING.has(name)));
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{wanted || 'The pattern room'}</h1>
        <nav className={styles.index} aria-label="Gallery">
          {['', 'pictures', ...Object.keys(CATALOGUE)].map((name) => (
            <a key={name} href={`/${name}`} aria-current={name === wanted ? 'page' : undefined}>
              {name || 'All'}
            </a>
          ))}
        </nav>
      </header>
      <main>
        {shown.map((name) => (
          <Component key={name} name={name} />
        ))}
        {wanted === 'pictures' && <Pictures />}
      </main>
    </>
  );
}

function Component({ name }: { name: string }) {
  return (
    <section aria-label={name} data-entry={name}>
      {Object.entries(CATALOGUE[name] ?? {}).map(([state, example]) => (
        <div
          key={state}
          className={styles.example}
          data-full={FULL_WIDTH.has(name) || undefined}
          data-narrow={NARROW.has(name) || undefined}
        >
          <h2 className={styles.name}>
            {name}, {state}
          </h2>
          {example}
        </div>
      ))}
    </section>
  );
}

function Pictures() {
  return (
    <ul className={styles.pictures}>
      {PICTURES.map((file) => (
        <li key={file}>
          <img src={`/pictures/${file}`} alt="" loading="lazy" />
          <code>{file}</code>
        </li>
      ))}
    </ul>
  );
}
