import type { BuildInputs } from '../../../build/reuse/inputs';
import type { Check, Fault } from '../../check';
import { bundledInputs, bundledSources, installedPackage } from '../../inspect/bundle/bundled';
import { dependenciesOf, type Package } from '../../inspect/bundle/dependencies';
import { licenceNotices } from '../../inspect/bundle/licence-notices';

/** Licences under which code may be sent to visitors without sending our own sources along. */
const FREE =
  /^(MIT(-0)?|ISC|0BSD|BSD-[23]-Clause|BSD|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib|MPL-2\.0|OFL-1\.1)$/;

/** `(MIT OR GPL-3.0)` lets us choose; `MIT AND GPL-3.0` does not. */
export function isFree(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(/\s+OR\s+/);
  return choices.some((choice) => choice.split(/\s+AND\s+/).every((part) => FREE.test(part.trim())));
}

const licenceOf = ({ license, licenses }: Package): string => {
  if (typeof license === 'string') return license;
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none';
};

/** The platform's own packages run on both sides of the site already. */
const isPlatform = ({ name }: Package): boolean => name?.startsWith('@wholepage/') ?? false;

const packageFault = (where: string, what: string): Fault => ({ where, what, todo: 'Use another package.' });

/** Packages that are named, and those that the bundler took from wherever they were installed. */
function packageFaults(sources: string, inputs: BuildInputs | undefined): Fault[] {
  const named = [...dependenciesOf(sources).values()].map((one) => [`${one.name} ${one.version}`, one] as const);
  const bundled = (inputs?.packages ?? []).map((one) => [one, installedPackage(one, sources)] as const);
  const faults = [...named, ...bundled].flatMap(([where, found]): Fault[] => {
    if (!found) return [packageFault(where, 'It was bundled, and is not installed: its licence is unknown.')];
    if (found.private || isPlatform(found) || isFree(licenceOf(found))) return [];
    const name = `${found.name} ${found.version}`;
    return [packageFault(name, `Its licence, ${licenceOf(found)}, is not one under which we may ship it.`)];
  });
  return [...new Map(faults.map((fault) => [fault.where, fault])).values()];
}

const noticeFaults = (where: string, text: string): Fault[] =>
  licenceNotices(text).map((notice) => ({
    where,
    what: `It says "${notice}": code under that licence may not be shipped without our sources.`,
    todo: 'Use other code, whoever copied it.',
  }));

export const licences: Check = {
  name: 'licences',
  holds: 'what was bundled may be shipped, whether package.json names it or not',
  async run(context) {
    const { candidate, sources } = context;
    const faults: Fault[] = [];
    for (const file of Object.keys(candidate.manifest.files).filter((one) => /\.(m?js|css|txt)$/.test(one)))
      faults.push(...noticeFaults(file, (await candidate.bytes(file)).toString('utf8')));
    if (!sources) {
      context.note('licences: its sources are not here; the texts of its files alone were read.');
      return faults;
    }
    const inputs = bundledInputs(sources, candidate.manifest.version);
    if (inputs) for (const [path, text] of bundledSources(inputs)) faults.push(...noticeFaults(path, text));
    return [...packageFaults(sources, inputs), ...faults];
  },
};
