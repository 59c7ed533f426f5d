import { ProviderError } from '../../errors';
import type { ProviderClient, WantedOrder } from './provider';
import type { ProviderOrder } from './wire';

/** Asks by the receipt before anything is made a second time. */
export const findOrMakeOrder = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> =>
  (await provider.findOrder(wanted.receipt)) ?? provider.createOrder(wanted);

/** Makes an order. When it is not known whether that was done, it is asked for first. */
export const makeOrder = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> => {
  try {
    return await provider.createOrder(wanted);
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'uncertain') return findOrMakeOrder(provider, wanted);
    throw error;
  }
};
