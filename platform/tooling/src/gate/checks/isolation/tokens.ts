import { browserFiles, type Check, type Fault, isRemote, type ReadableRelease } from '../../check';
import { customProperties } from '../../inspect/styles/custom-properties';

const propertiesOf = async (release: ReadableRelease) =>
  Promise.all(
    browserFiles(release, '.css').map(async (file) => ({ file, ...customProperties(await release.bytes(file)) })),
  );

/** Properties may be set by scripts, as `style={{ '--rows': 3 }}`: their name then stands in one. */
async function namesInScripts(release: ReadableRelease, names: string[]): Promise<Set<string>> {
  const texts = await Promise.all(
    browserFiles(release, '.js').map(async (file) => (await release.bytes(file)).toString('utf8')),
  );
  return new Set(
    names.filter((name) => texts.some((text) => text.includes(`"${name}"`) || text.includes(`'${name}'`))),
  );
}

export const tokens: Check = {
  name: 'tokens',
  holds: 'every design token used is one of the live shell',
  inapplicable: ({ candidate }) => (isRemote(candidate) ? undefined : 'the shell brings the tokens'),
  async run({ candidate, shell }) {
    const [own, hosts] = await Promise.all([propertiesOf(candidate), propertiesOf(shell)]);
    const known = new Set([...own, ...hosts].flatMap(({ set }) => set));
    const unknown = own.flatMap(({ needed }) => needed.filter((name) => !known.has(name)));
    const scripted = await namesInScripts(candidate, unknown);
    return own.flatMap(({ file, needed }): Fault[] =>
      needed
        .filter((name) => !known.has(name) && !scripted.has(name))
        .map((name) => ({
          where: file,
          what: `var(${name}) is set by nobody: the live shell ${shell.manifest.version} has no such token.`,
          todo: 'Use a token that the styles of the shell define, give a fallback, or release the shell that brings it first.',
        })),
    );
  },
};
