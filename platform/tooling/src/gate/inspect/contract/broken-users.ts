import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { JsonSchema } from '../../../types/json-schema';
import { misfitsOf } from '../../../types/misfits';

/** Something of a release that others use and that changed under them. */
export interface BrokenUse {
  /** `news/latest`, or `checkout:cart-changed`. */
  name: string;
  /** What changed, as sentences' ends. */
  changes: string[];
  /** Live releases that use it, as `app version`. */
  users: string[];
}

type Contract = Pick<ReleaseManifest, 'app' | 'fragments' | 'events'>;
type User = Pick<ReleaseManifest, 'app' | 'version' | 'uses'>;

const schemaOf = (schema: unknown): JsonSchema => (schema ?? {}) as JsonSchema;
const inWords = ({ at, what }: { at: string; what: string }): string => `${at} ${what}`;

/** Who places a fragment gives props as the live release takes them. */
function fragmentChanges(before: Contract, after: Contract): Map<string, string[]> {
  return new Map(
    (before.fragments ?? []).map(({ name, props }) => {
      const there = after.fragments?.find((one) => one.name === name);
      const changes = there ? misfitsOf(schemaOf(props), schemaOf(there.props), 'props').map(inWords) : ['it is gone'];
      return [`${before.app}/${name}`, changes];
    }),
  );
}

/** Who hears an event reads details as the live release tells them: what is more of them breaks nobody. */
function eventChanges(before: Contract, after: Contract): Map<string, string[]> {
  return new Map(
    (before.events ?? []).map(({ name, detail }) => {
      const there = after.events?.find((one) => one.name === name);
      const changes = there
        ? misfitsOf(schemaOf(there.detail), schemaOf(detail), 'detail').filter(({ what }) => what !== 'is not taken')
        : undefined;
      return [`${before.app}:${name}`, changes ? changes.map(inWords) : ['it is gone']];
    }),
  );
}

/**
 * What a release changes of its fragments and events so that those who use them break.
 * @param others live remotes
 */
export function brokenUses(before: Contract, after: Contract, others: readonly User[]): BrokenUse[] {
  const changed = new Map([...fragmentChanges(before, after), ...eventChanges(before, after)]);
  return [...changed]
    .filter(([, changes]) => changes.length > 0)
    .map(([name, changes]) => ({
      name,
      changes,
      users: others
        .filter(
          ({ app, uses }) => app !== before.app && [...(uses?.fragments ?? []), ...(uses?.events ?? [])].includes(name),
        )
        .map(({ app, version }) => `${app} ${version}`),
    }));
}

/** What a release uses of live apps that these do not have. */
export function absentUses({ app, uses }: Pick<User, 'app' | 'uses'>, live: readonly Contract[]): string[] {
  const has = (name: string): boolean => {
    const [owner = '', own = ''] = name.split(/[/:]/);
    const there = live.find((one) => one.app === owner);
    if (!there || owner === app) return true;
    const named = name.includes(':') ? there.events : there.fragments;
    // A release of before does not say which events it has.
    return (name.includes(':') && !named) || Boolean(named?.some((one) => one.name === own));
  };
  return [...(uses?.fragments ?? []), ...(uses?.events ?? [])].filter((name) => !has(name));
}
