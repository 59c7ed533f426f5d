import { pictureOf } from '@tractor-store/ui/pictures';
import { definePage } from '@wholepage/remote-kit';
import { read } from '../../components/read';
import type { Store } from '../../components/store';
import { Unavailable } from '../../components/Unavailable';
import styles from './Stores.module.css';

export const page = definePage<{ stores: Store[] }>({
  async load({ fetch, signal }) {
    return {
      head: {
        title: 'Our stores | The Tractor Store',
        description: 'Four places to look at a tractor, sit on it and take it home.',
        canonical: '/stores',
      },
      data: (await read<{ stores: Store[] }>(fetch, '/stores', signal)) ?? { stores: [] },
    };
  },
  Page({ state, data, retry }) {
    if (state === 'failed') return <Unavailable retry={retry} />;
    return (
      <div className={styles.page}>
        <h1>Our stores</h1>
        <p className={styles.text}>Come in, sit down, try the horn. Orders wait for you at the one that you choose.</p>
        <ul className={styles.list}>
          {data?.stores.map(({ id, name, street, city }) => (
            <li key={id} className={styles.store}>
              <img src={pictureOf(id)} alt="" width={480} height={320} />
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
