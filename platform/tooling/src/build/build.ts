import { workspaceApps } from '../apps';
import { chosen, noWords } from '../run/command';
import { buildServers } from '../start/build/build-all';
import { buildAndSay } from './build-and-say';

/** `npm run build`: these apps, or all, where something changed. @param options.services the composer and the services of the site instead */
export async function build(words: readonly string[], options: { services?: boolean } = {}): Promise<void> {
  if (options.services) {
    noWords(words);
    return buildServers();
  }
  for (const app of chosen(words, workspaceApps(), 'app')) await buildAndSay(app);
}
