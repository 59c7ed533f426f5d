import { once } from 'node:events';
import { removeTemporaryFolder } from '../../../platform/tooling/jest/temporary-folder.mjs';

export default async function globalTeardown() {
  const child = globalThis.__site;
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  removeTemporaryFolder();
}
