/** A long run that does not fit `npm test`. It prints a table of its own and fails when a number is not met. */
export interface SoakStep {
  name: string;
  /** What it shows, on one line. */
  shows: string;
  /** A program of this folder, or browser tests run at their full length (`SOAK=1`). */
  program?: string;
  /** Arguments of the program. */
  words?: string[];
  browserTests?: string[];
  /** Other tests at their full length. */
  tests?: string[];
}

export const STEPS: readonly SoakStep[] = [
  { name: 'outages', shows: 'every remote under every outage, in a browser', browserTests: ['outages.all.test.ts'] },
  {
    name: 'crash',
    shows: 'that nothing acknowledged is lost or doubled by twenty kills',
    tests: ['api/test/crash.test.ts'],
  },
  {
    name: 'enquiries',
    shows: 'enquiries a second, and how long they take, beside bare inserts',
    program: 'api/api-enquiries.ts',
  },
  { name: 'uploads', shows: "the API's memory under 200 parallel uploads", program: 'api/api-uploads.ts' },
  {
    name: 'gate',
    shows: 'five mistakes, each alone and all at once, against the whole gate',
    browserTests: ['gate.test.ts'],
  },
  { name: 'canary', shows: 'a canary in a browser until the judge decides', browserTests: ['canary.test.ts'] },
  { name: 'skew', shows: 'remotes on four frameworks, and releases of all ages', browserTests: ['skew.test.ts'] },
  { name: 'dev', shows: 'how long after saving a file npm run dev shows it', program: 'dev/dev-times.ts' },
  {
    name: 'new-team',
    shows: 'a remote in a repository of its own, and one in this, from nothing to live',
    program: 'new-team/new-team.ts',
  },
  { name: 'deploy', shows: 'that each program can read its files of deploy/', program: 'deploy/machine-programs.ts' },
  { name: 'images', shows: 'both images built by buildah, and started', program: 'deploy/build-images.ts' },
  {
    name: 'workflows',
    shows: 'the commands of the pipelines that verify and release, in a clean clone',
    program: 'deploy/run-workflows.ts',
    words: ['verify', 'release', 'gitlab'],
  },
  {
    name: 'pull-request',
    shows: 'the check of a pull request in a clean clone, as long as npm test',
    program: 'deploy/run-workflows.ts',
    words: ['check'],
  },
];
