import { Picture } from '@tractor-store/ui/Picture';
import { AWAY, Unavailable } from '@tractor-store/ui/Unavailable';
import { definePage } from '@wholepage/remote-kit';
import { read } from '../../components/read';
import type { Store } from '../../components/store';
import styles from './Stores.module.css';

export const page = definePage<Store[] | 'away'>({
  async load({ fetch, signal }) {
    const found = await read<{ stores: Store[] }>(fetch, '/stores', signal).catch(() => undefined);
    if (!found) return AWAY;
    return {
      head: {
        title: 'Our stores | The Tractor Store',
        description: 'Four places to look at a tractor, sit on it and take it home.',
        canonical: '/stores',
      },
      data: found.stores,
    };
  },
  Page({ state, data, retry }) {
    if (state === 'failed' || data === 'away') return <Unavailable what="The list of stores" retry={retry} />;
    return (
      <div className={styles.page}>
        <h1>Our stores</h1>
        <p className={styles.text}>Come in, sit down, try the horn. Orders wait for you at the one that you choose.</p>
        <ul className={styles.list}>
          {data?.map(({ id, name, street, city }) => (
            <li key={id} className={styles.store}>
              <Picture of={id} alt="" width={480} height={320} />
              <div className={styles.words}>
                <h2 className={styles.name}>{name}</h2>
                <address className={styles.address}>
                  {street}
                  <br />
                  {city}
                </address>
              </div>
            </li>
          ))}
        </ul>
      </div>
    );
  },
});
