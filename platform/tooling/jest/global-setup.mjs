import { writeServerPackages } from './server-packages.mjs';
import makeTemporaryFolder from './temporary-folder.mjs';

export default async function setUp() {
  makeTemporaryFolder();
  await writeServerPackages();
}
