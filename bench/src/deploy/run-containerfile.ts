import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { ServiceList } from '@wholepage/tooling/service-list';
import { startPostgres } from '@wholepage/tooling/start-database';
import { cleanEnvironment, cloneHere } from './clean-clone';
import { parseContainerfile } from './containerfile';
import { makeDataFolders } from './data-folders';
import { buildStage, type FolderImage, invocationOf } from './folder-image';
import { type BuiltImage, tryImages } from './try-images';

const sizeOf = ({ root }: FolderImage): string =>
  `${Math.round(Number(execFileSync('du', ['-sk', root], { encoding: 'utf8' }).split('\t')[0]) / 1000)} MB`;

/** Runs the steps of deploy/containers/Containerfile in their order in clean folders, and starts both images. */
async function runContainerfile(words: readonly string[]): Promise<void> {
  noWords(words);
  const clone = await cloneHere();
  const base = await mkdtemp(join(tmpdir(), 'image-'));
  execFileSync('chmod', ['755', base]);
  const services = new ServiceList(join(base, 'logs'), () => {});
  try {
    const dataOf = await makeDataFolders(join(base, 'data'));
    const text = await readFile(join(clone.folder, 'deploy', 'containers', 'Containerfile'), 'utf8');
    // What .dockerignore leaves out is not in a clone, but for its history.
    await rm(join(clone.folder, '.git'), { recursive: true });
    const images = new Map<string, FolderImage>();
    const built = new Map<string, BuiltImage>();
    for (const stage of parseContainerfile(text)) {
      const kitchen = { context: clone.folder, images };
      const image = buildStage(stage, join(base, stage.name), cleanEnvironment(base), kitchen);
      images.set(stage.name, image);
      if (!stage.steps.some(({ kind }) => kind === 'CMD')) continue;
      console.log(`  ${sizeOf(image)} beside its base`);
      built.set(stage.name, {
        name: stage.name,
        runWith: invocationOf(image, stage),
        data: dataOf(stage.name, image.user),
      });
    }
    const [composer, api] = ['composer', 'api'].map((name) => built.get(name));
    if (!composer || !api) throw new Error('The Containerfile no longer has both the targets composer and api.');
    await tryImages(composer, api, await startPostgres(services, join(base, 'database')));
  } finally {
    await services.stop();
    await rm(base, { recursive: true, force: true });
    await clone.remove();
  }
}

await runCommand('npm run soak -- containers   the steps of the Containerfile in clean folders', runContainerfile);
