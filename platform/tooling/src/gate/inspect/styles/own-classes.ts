import { browserFiles, type ReadableRelease } from '../../check';

/** A class is the app's own when its scripts, in the browser or on the server, give it to elements. */
export async function ownClasses(release: ReadableRelease): Promise<(name: string) => boolean> {
  const scripts = [...browserFiles(release, '.js'), release.manifest.entry.node];
  const texts = await Promise.all(scripts.map(async (file) => (await release.bytes(file)).toString('utf8')));
  const known = new Map<string, boolean>();
  return (name) => {
    const isOwn = known.get(name) ?? texts.some((text) => text.includes(name));
    known.set(name, isOwn);
    return isOwn;
  };
}
