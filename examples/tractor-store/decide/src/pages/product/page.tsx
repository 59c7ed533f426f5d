import { Button } from '@tractor-store/ui/Button';
import { pictureOf } from '@tractor-store/ui/pictures';
import { definePage } from '@wholepage/remote-kit';
import { useState } from 'react';
import styles from './Product.module.css';
import { ProductDetails } from './ProductDetails';
import { type Product, variantOf } from './product';

/** The remote's own back end cannot be read. */
class DecideApiError extends Error {
  override name = 'DecideApiError';
}

export const page = definePage<Product | null>({
  async load({ url, params, fetch, signal }) {
    const id = params.id ?? '';
    const answer = await fetch(`/api/decide/products/${encodeURIComponent(id)}`, { signal });
    if (answer.status === 404) {
      return { status: 404, head: { title: 'No such machine', noindex: true }, data: null, maxAge: 60 };
    }
    if (!answer.ok) throw new DecideApiError(`${id} was answered with ${answer.status}.`);
    const product = (await answer.json()) as Product;
    const variant = variantOf(product, url.searchParams.get('sku'));
    return {
      head: {
        title: `${product.name} ${variant?.name ?? ''} | The Tractor Store`,
        description: product.highlights.join('. '),
        canonical: `/product/${id}`,
        image: pictureOf(variant?.sku ?? ''),
        ogType: 'product',
      },
      data: product,
    };
  },
  Page({ state, data, params, url, retry }) {
    // Another colour of the same product is there at once, whatever has to be fetched for it.
    const [shown, setShown] = useState(data);
    if (data && data !== shown) setShown(data);
    const product = data ?? (shown?.id === params.id ? shown : undefined);
    if (product) return <ProductDetails product={product} sku={url.searchParams.get('sku')} />;
    if (state === 'loading') return <div className={styles.page} aria-busy="true" />;
    return (
      <div className={styles.page}>
        <h1>{state === 'failed' ? 'This did not arrive' : 'No such machine'}</h1>
        {state === 'failed' ? (
          <Button onClick={retry}>Try again</Button>
        ) : (
          <p>
            We do not build this one. <a href="/products/all">See all machines</a>.
          </p>
        )}
      </div>
    );
  },
});
