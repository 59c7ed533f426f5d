import type { ContractRange } from '@wholepage/contracts/release';
import { SHELL } from '@wholepage/contracts/version';
import { ReleaseError } from '../errors';
import type { AppReleases } from '../registry/deployments';

/** A legacy shell hosts the contract that it was built for. */
export const hostedBy = (shell: { contract: number; hosts?: ContractRange | undefined }): ContractRange =>
  shell.hosts ?? { min: shell.contract, max: shell.contract };

const inRange = (contract: number, { min, max }: ContractRange): boolean => contract >= min && contract <= max;

/** Whether a shell hosts releases of this contract. */
export const isHosted = (contract: number, shell: { contract: number; hosts?: ContractRange | undefined }): boolean =>
  inRange(contract, hostedBy(shell));

const inWords = ({ min, max }: ContractRange): string => (min === max ? `${min}` : `${min} to ${max}`);

interface Candidate {
  app: string;
  version: string;
  contract: number;
  hosts?: ContractRange | undefined;
}

/**
 * A remote goes live only on a shell that hosts its contract, and a shell only when it hosts all that is live.
 * @throws ReleaseError saying which release speaks what, and what to do
 */
export function refuseUnhosted(candidate: Candidate, apps: Record<string, AppReleases>): void {
  const { app, version, contract } = candidate;
  if (app !== SHELL) {
    const shell = apps[SHELL]?.live;
    if (!shell || inRange(contract, hostedBy(shell.extras))) return;
    throw new ReleaseError(
      `${app} ${version} speaks contract ${contract}; the live shell hosts ${inWords(hostedBy(shell.extras))}. Rebuild it against those contracts, or release a shell that hosts it first.`,
      { refusal: 'unfit' },
    );
  }
  const range = hostedBy(candidate);
  for (const [name, { live, canary }] of Object.entries(apps)) {
    const alone = name !== SHELL && [live, canary].find((one) => one && !inRange(one.extras.contract, range));
    if (!alone) continue;
    throw new ReleaseError(
      `shell ${version} hosts contract ${inWords(range)}, but ${name} ${alone.metadata.version} speaks ${alone.extras.contract}. Release ${name} first, or let the shell host it.`,
      { refusal: 'unfit' },
    );
  }
}
