import { pictureOf } from '@tractor-store/ui/Picture';
import { AWAY, Unavailable } from '@tractor-store/ui/Unavailable';
import { definePage } from '@wholepage/remote-kit';
import { useState } from 'react';
import styles from './Product.module.css';
import { ProductDetails } from './ProductDetails';
import { type Product, variantOf } from './product';

/** `away` while the back end cannot be read: the page says so without scripts, too. */
type ProductData = Product | 'unknown' | 'away';

export const page = definePage<ProductData>({
  async load({ url, params, fetch, signal }) {
    const id = params.id ?? '';
    const answer = await fetch(`/api/decide/products/${encodeURIComponent(id)}`, { signal }).catch(() => undefined);
    if (answer?.status === 404)
      return { status: 404, head: { title: 'No such machine', noindex: true }, data: 'unknown', maxAge: 60 };
    if (!answer?.ok) return AWAY;
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
    const [shown, setShown] = useState<Product>();
    const loaded = typeof data === 'object' ? data : undefined;
    if (loaded && loaded !== shown) setShown(loaded);
    const product = loaded ?? (shown?.id === params.id ? shown : undefined);
    if (product) return <ProductDetails product={product} sku={url.searchParams.get('sku')} />;
    if (state === 'loading') return <div className={styles.page} aria-busy="true" />;
    if (data !== 'unknown') return <Unavailable what="This machine" retry={retry} />;
    return (
      <div className={styles.page}>
        <h1>No such machine</h1>
        <p>
          We do not build this one. <a href="/products/all">See all machines</a>.
        </p>
      </div>
    );
  },
});
