import { Picture } from '@tractor-store/ui/Picture';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import type { MouseEvent } from 'react';
import styles from './Product.module.css';
import { type Product, type Variant, variantOf } from './product';

const CATEGORIES: Record<string, string> = { classic: 'Classics', autonomous: 'Autonomous' };

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** Another colour is no other page: the address changes in its place, and the visitor stays where they are. */
function choose(event: MouseEvent<HTMLAnchorElement>): void {
  if (!opensHere(event)) return;
  event.preventDefault();
  window.history.replaceState(window.history.state, '', event.currentTarget.href);
}

function VariantLink({ id, variant, isChosen }: { id: string; variant: Variant; isChosen: boolean }) {
  const { sku, name, color } = variant;
  return (
    <a
      className={styles.variant}
      href={`/product/${id}?sku=${sku}`}
      onClick={choose}
      {...(isChosen && { 'aria-current': 'true' as const })}
    >
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <circle cx="16" cy="16" r="15" fill={color} stroke="#1c241f" strokeOpacity="0.25" strokeWidth="1" />
      </svg>
      {name}
    </a>
  );
}

/** A product in one of its colours, with what other teams add to it. */
export function ProductDetails({ product, sku }: { product: Product; sku: string | null }) {
  const { id, name, category, highlights, variants } = product;
  const chosen = variantOf(product, sku);
  if (!chosen) return null;
  return (
    <div className={styles.page}>
      <div className={styles.details}>
        <div className={styles.turntable}>
          <svg className={styles.tint} preserveAspectRatio="none" viewBox="0 0 10 10" aria-hidden="true">
            <rect width="10" height="10" fill={chosen.color} fillOpacity="0.2" />
            <rect y="7.7" width="10" height="2.3" fill="#c7b488" fillOpacity="0.75" />
          </svg>
          <Picture
            of={chosen.sku}
            className={styles.picture}
            alt={`${name} in ${chosen.name}`}
            width={400}
            height={300}
          />
        </div>
        <div className={styles.words}>
          <p className={styles.category}>
            <a href={`/products/${category}`}>{CATEGORIES[category] ?? category}</a>
          </p>
          <h1>{name}</h1>
          <ul className={styles.highlights}>
            {highlights.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <nav aria-label="Colours">
            <ul className={styles.variants}>
              {variants.map((variant) => (
                <li key={variant.sku}>
                  <VariantLink id={id} variant={variant} isChosen={variant === chosen} />
                </li>
              ))}
            </ul>
          </nav>
          <RemoteFragment
            of="checkout"
            name="add-to-cart"
            props={{ sku: chosen.sku }}
            fallback={<p>The price is not available just now.</p>}
          />
        </div>
      </div>
      <RemoteFragment of="explore" name="recommendations" props={{ skus: [chosen.sku] }} />
    </div>
  );
}
