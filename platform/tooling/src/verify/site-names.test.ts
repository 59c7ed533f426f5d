import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths';

/** Names, texts and types of this repository's own site. */
const OF_THE_SITE =
  /\bmf-(?!manifest|stats|types)|course|enquir|company|payment|\bblog|\bnool\b|razorpay|emailjs|shared-ui/i;

/** What the words above are part of without being the site's: a feature of browsers, and a provider in general. */
const NOT_OF_THE_SITE = /payment=\(self\)|payment provider/g;

/** Tests may name fixtures as they like. A public subpath is named by what the site's own benches ask for. */
const EXEMPT = /\.test\.tsx?$|\/test\/|\/testing\/|CHANGELOG\.md$|^platform\/tooling\/package\.json$/;

const files = execFileSync('git', ['ls-files', '-z', 'platform'], { cwd: ROOT })
  .toString()
  .split('\0')
  .filter((file) => /\.(tsx?|mjs|cjs|css|md|json)$/.test(file) && !EXEMPT.test(file));

test('the platform names nothing of the site', () => {
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .replace(NOT_OF_THE_SITE, '')
      .split('\n')
      .flatMap((line, index) => (OF_THE_SITE.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [])),
  );
  expect(found).toEqual([]);
});
