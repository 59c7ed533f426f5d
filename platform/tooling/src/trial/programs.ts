import { findProgram } from '../run/find-program';

/** A program that comes from the machine, not from npm. */
interface MachineProgram {
  name: string;
  /** What the cluster does without it; undefined when there is no cluster without it. */
  without?: string;
}

const PROGRAMS: readonly MachineProgram[] = [
  { name: 'nginx' },
  { name: 'openssl', without: 'visitors come in without TLS' },
  { name: 'pgbouncer', without: 'the APIs talk to PostgreSQL itself' },
  { name: 'prometheus', without: 'nobody watches for alarms' },
];

export type ProgramName = 'nginx' | 'openssl' | 'pgbouncer' | 'prometheus';
export type Programs = Partial<Record<ProgramName, string>>;

/**
 * Finds the machine's programs, and says of each that is missing how to get it.
 * @throws when there can be no cluster without it
 */
export function findPrograms(
  say: (line: string) => void,
  names: readonly string[] = PROGRAMS.map(({ name }) => name),
): Programs {
  const found: Partial<Record<string, string>> = {};
  for (const { name, without } of PROGRAMS.filter(({ name }) => names.includes(name))) {
    const file = findProgram(name);
    if (file) found[name] = file;
    else if (without) say(`${name} is missing, so ${without}. To have it: apt install ${name}`);
    else throw new Error(`${name} is missing, and visitors come in through it. Install it: apt install ${name}`);
  }
  return found;
}
