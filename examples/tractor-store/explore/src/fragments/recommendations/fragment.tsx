import { TractorCard } from '@tractor-store/ui/TractorCard';
import { defineFragment } from '@wholepage/remote-kit/fragment';
import { RemoteFragment } from '@wholepage/remote-kit/RemoteFragment';
import { read } from '../../components/read';
import type { RecommendationsProps } from '../props';
import styles from './Recommendations.module.css';

interface Favourites {
  variants: { sku: string; name: string }[];
}

function OurFavourites({ variants }: Favourites) {
  if (variants.length === 0) return null;
  return (
    <section className={styles.part} data-boundary="explore" aria-label="Recommendations">
      <h2>Favourites of ours</h2>
      <ul className={styles.list}>
        {variants.map(({ sku, name }) => (
          <li key={sku}>
            <TractorCard href={`/product/${sku.slice(0, -3)}?sku=${sku}`} sku={sku} name={name} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Whoever makes recommendations: team inspire as soon as it has a release, and we until then, and whenever it has none.
 * Pages hold this fragment, so that none of them is released when it goes from one team to the other.
 */
export const fragment = defineFragment<RecommendationsProps, Favourites>({
  async load({ props: { skus }, fetch, signal }) {
    const query = new URLSearchParams({ skus: skus.join(',') });
    return { data: (await read<Favourites>(fetch, `/recommendations?${query}`, signal)) ?? { variants: [] } };
  },
  Component: ({ props, data }) => (
    <RemoteFragment of="inspire" name="recommendations" props={props} fallback={<OurFavourites {...data} />} />
  ),
});
