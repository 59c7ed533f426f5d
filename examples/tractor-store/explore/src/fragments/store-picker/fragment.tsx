import { Picture } from '@tractor-store/ui/Picture';
import { useRemote } from '@wholepage/remote-kit';
import { defineFragment } from '@wholepage/remote-kit/fragment';
import { read } from '../../components/read';
import type { Store } from '../../components/store';
import type { StorePickerProps } from '../props';
import styles from './StorePicker.module.css';

interface StorePickerData {
  stores: Store[];
}

function StorePicker({ props: { chosen }, data }: { props: StorePickerProps; data: StorePickerData }) {
  const { shell } = useRemote();
  return (
    <fieldset data-boundary="explore">
      <legend className={styles.legend}>Where do you pick it up?</legend>
      <div className={styles.list}>
        {data.stores.map(({ id, name, street, city }) => (
          <label key={id} className={styles.store}>
            <input
              className={styles.radio}
              type="radio"
              name="storeId"
              value={id}
              required
              defaultChecked={id === chosen}
              onChange={() => shell.events.publish('explore:store-picked', { id, name })}
            />
            <Picture of={id} className={styles.picture} alt="" width={480} height={320} />
            <span className={styles.words}>
              <strong>{name}</strong>
              <br />
              {street}, {city}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Radio buttons of the form that they stand in: they work in it without scripts, too. */
export const fragment = defineFragment<StorePickerProps, StorePickerData>({
  async load({ fetch, signal }) {
    return { data: (await read<StorePickerData>(fetch, '/stores', signal)) ?? { stores: [] } };
  },
  Component: StorePicker,
});
