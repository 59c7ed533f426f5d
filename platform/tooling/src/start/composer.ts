import { ROOT } from '../paths';
import { noWords } from '../run/command';
import { KeptService } from '../run/kept-service';
import { startService } from '../run/spawn';
import { buildService } from './build/build-all';
import { composerArguments, composerEnvironment } from './composer-arguments';

/** `wholepage composer`: the composer alone, over the releases and the API that the settings name. */
export async function composer(words: readonly string[]): Promise<void> {
  noWords(words);
  await buildService('composer');
  const say = (line: string) => console.log(line);
  const service = new KeptService({
    launch: () =>
      startService('composer', {
        args: composerArguments(),
        env: { ...composerEnvironment, ...process.env },
        cwd: ROOT,
        onLine: say,
      }),
    say,
  });
  const stop = () => void service.stop().then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
