import { browserFiles, type Check, type Fault, isRemote, type ReadableRelease } from '../../check';
import { customProperties } from '../../inspect/styles/custom-properties';
import { ownClasses } from '../../inspect/styles/own-classes';
import { reachOf } from '../../inspect/styles/selectors';

/** Names that a release gives to the whole page, with their definitions; its custom properties count as registered ones. */
async function namesOf(release: ReadableRelease): Promise<Map<string, string>> {
  const sheets = await Promise.all(browserFiles(release, '.css').map((file) => release.bytes(file)));
  return new Map(
    sheets.flatMap((css) => {
      const { set, needed } = customProperties(css);
      const tokens = [...set, ...needed].map((name) => [`@property ${name}`, ''] as const);
      return [...tokens, ...reachOf(css, () => true).names];
    }),
  );
}

/** Another definition of a name takes the place of the shell's; of what cannot be compared, any other. */
const takesPlace = (own: string, shells: string | undefined): boolean =>
  shells !== undefined && (own === '' || own !== shells);

export const styles: Check = {
  name: 'styles',
  holds: 'every rule starts from a class of its own, and takes no name of the shell’s',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell sets the base styles'),
  async run({ candidate, shell }) {
    const [isOwn, taken] = await Promise.all([ownClasses(candidate), namesOf(shell)]);
    const faults: Fault[] = [];
    for (const where of browserFiles(candidate, '.css')) {
      const { selectors, names, pageRules } = reachOf(await candidate.bytes(where), isOwn);
      for (const selector of selectors)
        faults.push({
          where,
          what: `The rule "${selector} { … }" styles what is not the remote's.`,
          todo: 'Start it from a class of a CSS module.',
        });
      for (const [name, definition] of names) {
        if (!takesPlace(definition, taken.get(name))) continue;
        faults.push({
          where,
          what: `Its "${name}" takes the place of the shell's.`,
          todo: 'Use the one that is there, or give yours a name of its own.',
        });
      }
      for (const rule of pageRules)
        faults.push({ where, what: `Its ${rule} changes the whole page.`, todo: 'Leave it to the shell.' });
    }
    return faults;
  },
};
