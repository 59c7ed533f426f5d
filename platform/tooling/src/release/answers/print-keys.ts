import type { AppReleases } from '@wholepage/releases/registry/deployments';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { type KeyUse, keysInUse } from '@wholepage/releases/trust/signers';

const KEY_WIDTH = 12;

/** What is to be known of a key on one line. */
export function keyText({ isBelieved, signs }: KeyUse): string {
  if (signs.length === 0) return 'signs nothing that is live, was live before or is a canary';
  return isBelieved ? signs.join(', ') : `${signs.join(', ')}: not believed, so no composer that starts serves it`;
}

/** Says of each app which keys are believed, and what each has signed. */
export async function printKeys(store: ReleaseStore, apps: Record<string, AppReleases>): Promise<void> {
  const names = Object.keys(apps).sort();
  const width = Math.max(14, ...names.map((name) => name.length));
  for (const name of names) {
    for (const use of await keysInUse(store, name, apps[name] ?? {}))
      console.log(`${name.padEnd(width)} ${use.key.padEnd(KEY_WIDTH)} ${keyText(use)}`);
  }
}
