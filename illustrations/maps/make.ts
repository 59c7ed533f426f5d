import { supplyChainIndia } from './india';
import { supplyChainSmall } from './india-small';
import { worldFootprint } from './world';

/** Draws the maps from real geography. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  await out('maps/world-footprint.svg', worldFootprint());
  await out('maps/supply-chain-india.svg', supplyChainIndia());
  await out('maps/supply-chain-small.svg', supplyChainSmall());
}
