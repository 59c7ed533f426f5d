import type { Check, Fault } from '../../check';
import { secretLiterals } from '../../inspect/secrets/secret-literals';
import { secretsIn } from '../../inspect/secrets/secrets-in';

export const secrets: Check = {
  name: 'secrets',
  holds: 'no key or password is in the files, comments and licences included',
  async run({ candidate }) {
    const texts = Object.keys(candidate.manifest.files).filter((file) => /\.(m?js|css|json|svg|txt|html)$/.test(file));
    const faults: Fault[] = [];
    for (const file of texts) {
      const text = (await candidate.bytes(file)).toString('utf8');
      for (const secret of [...secretsIn(text), ...secretLiterals(text, file.endsWith('.txt'))]) {
        faults.push({
          where: file,
          what: `It holds what looks like ${secret}.`,
          todo: 'Take it out of the sources, and replace the key: it counts as known.',
        });
      }
    }
    return faults;
  },
};
