import { join } from 'node:path';
import { createTrust, type Trust } from 'releases/trust/trust';
import type { Settings } from '../settings/settings';

/** Whose releases this composer serves. It signs none itself. @throws ReleaseError when the pinned keys are no keys */
export const releaseTrust = ({ dataDir, RELEASE_KEYS }: Settings): Trust =>
  createTrust({ keysDir: join(dataDir, 'release-keys'), pinned: RELEASE_KEYS, signingKey: '' });
