import { LinkButton } from 'shared-ui/LinkButton';
import { Picture } from 'shared-ui/Picture';
import { Section } from 'shared-ui/Section';
import { useFill } from 'site/remote';
import { home } from '../../../content/home';
import styles from './Promo.module.css';

/** The furnishings line, in its own linen: a strip of swatches and the way there. */
export function Promo() {
  const fill = useFill();
  const { label, heading, text, link, picture, swatches } = home.promo;
  return (
    <div data-theme="furnishings">
      <Section
        layout="bleed"
        ground="linen"
        label={label}
        heading={fill(heading)}
        lead={text}
        media={<Picture picture={picture} className={styles.picture} />}
      >
        <ul className={styles.swatches}>
          {swatches.map((swatch) => (
            <li key={swatch} className={styles.swatch}>
              {swatch}
            </li>
          ))}
        </ul>
        <LinkButton href="/ambience-and-harmony">{fill(link)}</LinkButton>
      </Section>
    </div>
  );
}
