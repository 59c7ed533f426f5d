import { money } from '@tractor-store/ui/money';
import { TractorCard } from '@tractor-store/ui/TractorCard';
import { AWAY, Unavailable } from '@tractor-store/ui/Unavailable';
import { definePage } from '@wholepage/remote-kit';
import { read } from '../../components/read';
import styles from './Category.module.css';

interface Listed {
  id: string;
  name: string;
  sku: string;
  startPrice: number;
}

interface Category {
  key: string;
  name: string;
  products: Listed[];
  filters: { key: string; name: string; count: number }[];
}

/** Pictures that are seen before anybody scrolls. */
const FIRST = 4;

export const page = definePage<Category | 'unknown' | 'away'>({
  async load({ params, fetch, signal }) {
    const key = params.category ?? '';
    const category = await read<Category>(fetch, `/categories/${encodeURIComponent(key)}`, signal).catch(
      () => 'away' as const,
    );
    if (category === 'away') return AWAY;
    if (!category)
      return { status: 404, head: { title: 'No such category', noindex: true }, data: 'unknown', maxAge: 60 };
    return {
      head: {
        title: `${category.name} | The Tractor Store`,
        description: `${category.products.length} tractors: ${category.name.toLowerCase()}, each drawn in its own colour.`,
        canonical: `/products/${key}`,
      },
      data: category,
    };
  },
  Page({ state, data, retry }) {
    if (state === 'loading') return <div className={styles.page} aria-busy="true" />;
    if (!data || data === 'away') return <Unavailable what="The list of machines" retry={retry} />;
    if (data === 'unknown') {
      return (
        <div className={styles.page}>
          <h1>Nothing grows here</h1>
          <p>
            There is no such category. <a href="/products/all">See all machines</a>.
          </p>
        </div>
      );
    }
    return (
      <div className={styles.page}>
        <div className={styles.top}>
          <h1>{data.name}</h1>
          <p className={styles.count}>{data.products.length} products</p>
        </div>
        <nav aria-label="Categories">
          <ul className={styles.filters}>
            {data.filters.map(({ key, name, count }) => (
              <li key={key}>
                <a
                  className={styles.filter}
                  href={`/products/${key}`}
                  {...(key === data.key && { 'aria-current': 'page' as const })}
                >
                  {name} <span>{count}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <h2 className="visually-hidden">Machines</h2>
        <ul className={styles.list}>
          {data.products.map(({ id, name, sku, startPrice }, index) => (
            <li key={id}>
              <TractorCard
                href={`/product/${id}`}
                sku={sku}
                name={name}
                note={`from ${money(startPrice)}`}
                isFirst={index < FIRST}
              />
            </li>
          ))}
        </ul>
      </div>
    );
  },
});
