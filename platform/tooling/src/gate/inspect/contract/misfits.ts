import type { Share } from '@wholepage/contracts/release';
import { lt, satisfies } from 'semver';
import type { Fault } from '../../check';

/** Renderer and library are one program in two packages: mixed, they fail at the first hook. */
const FAMILY = /^react(-dom)?(\/|$)/;

/** What does not fit between what a remote was built with and what the live shell offers. */
export function misfits(own: readonly Share[], offered: readonly Share[]): Omit<Fault, 'where'>[] {
  const faults: Omit<Fault, 'where'>[] = [];
  const taken = new Map<string, boolean>();
  for (const { name, version, range } of own) {
    const host = offered.find((share) => share.name === name);
    const takes = host !== undefined && satisfies(host.version, range);
    if (FAMILY.test(name)) taken.set(name, takes);
    if (takes && lt(host.version, version)) {
      faults.push({
        what: `It was built with ${name} ${version} and would run on the live shell's ${host.version}.`,
        todo: `Ask for ^${version}, so that it brings its own, or release a shell with ${name} ${version} first.`,
      });
    }
  }
  const versions = new Set(own.filter(({ name }) => FAMILY.test(name)).map(({ version }) => version));
  if (versions.size > 1) {
    faults.push({
      what: `It brings react and react-dom of ${[...versions].join(' and ')}.`,
      todo: 'Install one version of both.',
    });
  }
  if (new Set(taken.values()).size > 1) {
    const from = (host: boolean) => [...taken].filter(([, takes]) => takes === host).map(([name]) => name);
    faults.push({
      what: `It would take ${from(true).join(', ')} from the shell and bring ${from(false).join(', ')}.`,
      todo: 'Ask for all of React in one range.',
    });
  }
  return faults;
}
