import type { Check, Fault } from '../../check';
import { bundledInputs, bundledSources } from '../../inspect/bundle/bundled';
import { secretLiterals } from '../../inspect/secrets/secret-literals';
import { secretsIn } from '../../inspect/secrets/secrets-in';

const secretFaults = (where: string, text: string): Fault[] =>
  [...secretsIn(text), ...secretLiterals(text, where.endsWith('.txt'))].map((secret) => ({
    where,
    what: `It holds what looks like ${secret}.`,
    todo: 'Take it out of the sources, and replace the key: it counts as known.',
  }));

export const secrets: Check = {
  name: 'secrets',
  holds: 'no key or password is in the files, comments and licences included',
  async run({ candidate, sources }) {
    const texts = Object.keys(candidate.manifest.files).filter((file) => /\.(m?js|css|json|svg|txt|html)$/.test(file));
    const faults: Fault[] = [];
    for (const file of texts) faults.push(...secretFaults(file, (await candidate.bytes(file)).toString('utf8')));
    // A minifier leaves the value and drops the name before it.
    const inputs = sources && bundledInputs(sources, candidate.manifest.version);
    if (inputs) for (const [path, text] of bundledSources(inputs)) faults.push(...secretFaults(path, text));
    return faults;
  },
};
