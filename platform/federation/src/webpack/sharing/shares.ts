import type { Share } from '@wholepage/contracts/release';
import { whatToDo } from '../expected';
import { SHARE, SHARE_CONFIG } from '../unpromised';

/**
 * What a federation entry shares, read from the entry itself: what ships counts, not what was meant.
 * @throws when the entry shares something that cannot be read
 */
export function sharesIn(script: string): Share[] {
  const shares = [...script.matchAll(SHARE)].map(([, name = '', version = '', range = '']) => ({
    name,
    version,
    range,
  }));
  const meant = script.match(SHARE_CONFIG)?.length ?? 0;
  if (shares.length < meant) throw new Error(whatToDo('sharesIn', 'the shares of an entry'));
  return shares;
}
