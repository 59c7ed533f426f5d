import { orAfter } from '@wholepage/page-rules/time-limit';
import { Gauge, type Registry } from 'prom-client';

/** The caller of `/metrics` has given up by then. */
export const SOON_MS = 500;

/** A number for `/metrics`, in Prometheus' terms. */
export interface NumberName {
  name: string;
  help: string;
}

/**
 * Reads numbers whenever `/metrics` is asked for, once for all of them. What could not be read in time keeps its last value.
 * @param names of the numbers that `read` gives, by their keys
 */
export const watchNumbers = <Key extends string>(
  registers: Registry[],
  names: Readonly<Record<Key, NumberName>>,
  read: () => Promise<Readonly<Record<Key, number>> | undefined>,
): void => {
  let reading: Promise<Readonly<Record<Key, number>> | undefined> | undefined;
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const key of Object.keys(names) as Key[]) {
    new Gauge({
      ...names[key],
      registers,
      async collect() {
        const numbers = await orAfter(readOnce(), SOON_MS, () => undefined);
        if (numbers) this.set(numbers[key]);
      },
    });
  }
};
