import { RefusedError } from '../errors';

/** Sees to it that nobody takes all the places for uploads. */
export interface Slots {
  /** @throws RefusedError 429 when the address has as many uploads under way as it may */
  hold<T>(address: string, work: () => Promise<T>): Promise<T>;
}

/** @param most uploads of one address at a time, those that wait for their turn included */
export function slotsPerAddress(most: number): Slots {
  const held = new Map<string, number>();
  return {
    hold: async (address, work) => {
      const now = held.get(address) ?? 0;
      if (now >= most)
        throw new RefusedError(
          429,
          'Several files of yours are arriving already. Please wait until they are here.',
          30,
        );
      held.set(address, now + 1);
      try {
        return await work();
      } finally {
        const left = (held.get(address) ?? 1) - 1;
        if (left > 0) held.set(address, left);
        else held.delete(address);
      }
    },
  };
}
