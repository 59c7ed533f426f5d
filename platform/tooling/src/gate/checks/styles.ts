import { browserFiles, type Check, type Fault, isRemote, type ReadableRelease } from '../check';
import { ownClasses } from '../inspect/own-classes';
import { reachOf } from '../inspect/selectors';

const fontsOf = async (release: ReadableRelease): Promise<string[]> => {
  const sheets = await Promise.all(browserFiles(release, '.css').map((file) => release.bytes(file)));
  return sheets.flatMap((css) => reachOf(css, () => true).fonts);
};

export const styles: Check = {
  name: 'styles',
  holds: 'every rule starts from a class of its own',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell sets the base styles'),
  async run({ candidate, shell }) {
    const [isOwn, taken] = await Promise.all([ownClasses(candidate), fontsOf(shell)]);
    const faults: Fault[] = [];
    for (const where of browserFiles(candidate, '.css')) {
      const { selectors, fonts } = reachOf(await candidate.bytes(where), isOwn);
      for (const selector of selectors)
        faults.push({
          where,
          what: `The rule "${selector} { … }" styles what is not the remote's.`,
          todo: 'Start it from a class of a CSS module.',
        });
      for (const font of fonts.filter((name) => taken.includes(name)))
        faults.push({
          where,
          what: `Its @font-face takes the place of the shell's "${font}".`,
          todo: 'Use the font that is there, or give this one a name of its own.',
        });
    }
    return faults;
  },
};
