import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';

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
