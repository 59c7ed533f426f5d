import type { Check, Fault } from '../check';
import { dependenciesOf, type Package } from '../inspect/dependencies';

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

export const licences: Check = {
  name: 'licences',
  holds: 'what ships may be shipped',
  inapplicable: ({ sources }) => (sources ? undefined : 'its sources are not here; it was checked when it was built'),
  async run({ sources = '' }) {
    return [...dependenciesOf(sources).values()]
      .filter((dependency) => !dependency.private && !isFree(licenceOf(dependency)))
      .map(
        (dependency): Fault => ({
          where: `${dependency.name} ${dependency.version}`,
          what: `Its licence, ${licenceOf(dependency)}, is not one under which we may ship it.`,
          todo: 'Use another package.',
        }),
      );
  },
};
