import { supplyChainIndia } from './india';
import { worldFootprint } from './world';

/** Draws the two maps from real geography. */
export async function make(out: (file: string, svg: string | Uint8Array) => Promise<void>): Promise<void> {
  await out('maps/world-footprint.svg', worldFootprint());
  await out('maps/supply-chain-india.svg', supplyChainIndia());
}
