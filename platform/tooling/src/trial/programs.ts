import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { findProgram } from '../run/find-program';

/* What a trial of production takes of the machine: its programs, and a certificate that one of them makes. */

export type ProgramName = 'nginx' | 'openssl' | 'pgbouncer' | 'prometheus';
export type Programs = Partial<Record<ProgramName, string>>;

/** A program that comes from the machine, not from npm. */
interface MachineProgram {
  name: ProgramName;
  /** What the cluster does without it; undefined when there is no cluster without it. */
  without?: string;
}

const PROGRAMS: readonly MachineProgram[] = [
  { name: 'nginx' },
  { name: 'openssl', without: 'visitors come in without TLS' },
  { name: 'pgbouncer', without: 'the APIs talk to PostgreSQL itself' },
  { name: 'prometheus', without: 'nobody watches for alarms' },
];

/**
 * Finds the machine's programs, and says of each that is missing how to get it.
 * @throws when there can be no cluster without it
 */
export function findPrograms(
  say: (line: string) => void,
  names: readonly string[] = PROGRAMS.map(({ name }) => name),
): Programs {
  const found: Programs = {};
  for (const { name, without } of PROGRAMS.filter(({ name }) => names.includes(name))) {
    const file = findProgram(name);
    if (file) found[name] = file;
    else if (without) say(`${name} is missing, so ${without}. To have it: apt install ${name}`);
    else throw new Error(`${name} is missing, and visitors come in through it. Install it: apt install ${name}`);
  }
  return found;
}

export interface Certificate {
  /** PEM files. */
  chain: string;
  key: string;
}

const DAYS = 30;

/** Makes a certificate of localhost, signed by itself. @param openssl the program @param hosts further names of this machine */
export async function makeCertificate(
  openssl: string,
  folder: string,
  hosts: readonly string[] = [],
): Promise<Certificate> {
  const names = ['DNS:localhost', 'IP:127.0.0.1', ...hosts.map((host) => `DNS:${host}`)].join(',');
  await mkdir(folder, { recursive: true });
  const [chain, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await promisify(execFile)(openssl, [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', String(DAYS)],
    ...['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`],
    ...['-keyout', key, '-out', chain],
  ]);
  return { chain, key };
}

/** Has every TLS client of this process believe a certificate, beside those that it believes anyway. */
export async function believe({ chain }: Certificate): Promise<void> {
  setDefaultCACertificates([...getCACertificates('default'), await readFile(chain, 'utf8')]);
}
