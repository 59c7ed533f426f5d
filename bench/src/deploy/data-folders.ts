import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { publishAll } from '@wholepage/tooling/publish-all';

/**
 * Makes the folder of data of each image, with what was built here as the composer's releases.
 * @returns gives the folder of an image to the user that it runs as
 */
export async function makeDataFolders(folder: string): Promise<(name: string, user: string) => string> {
  const composer = join(folder, 'composer');
  await mkdir(join(folder, 'api'), { recursive: true });
  await publishAll(join(composer, 'releases'), () => {}, { ...process.env, DATA_DIR: composer, RELEASES_URL: '' });
  return (name, user) => {
    const data = join(folder, name);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${user}:${user}`, data]);
    return data;
  };
}
