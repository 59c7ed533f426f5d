import { TractorCard } from '@tractor-store/ui/TractorCard';
import { defineFragment } from '@wholepage/remote-kit/fragment';
import type { RecommendationsProps } from '../props';
import styles from './Recommendations.module.css';

interface Similar {
  variants: { sku: string; name: string }[];
}

/** The remote's own back end cannot be read. */
class InspireApiError extends Error {
  override name = 'InspireApiError';
}

function Recommendations({ data: { variants } }: { data: Similar }) {
  if (variants.length === 0) return null;
  return (
    <section className={styles.part} data-boundary="inspire" aria-label="Recommendations">
      <h2>You may like these</h2>
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

/** Variants in colours like those that the visitor looks at. */
export const fragment = defineFragment<RecommendationsProps, Similar>({
  async load({ props: { skus }, fetch, signal }) {
    const query = new URLSearchParams({ skus: skus.join(',') });
    const answer = await fetch(`/api/inspire/recommendations?${query}`, { signal });
    if (!answer.ok) throw new InspireApiError(`Recommendations were answered with ${answer.status}.`);
    return { data: (await answer.json()) as Similar };
  },
  Component: Recommendations,
});
