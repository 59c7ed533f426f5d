import type { ReleaseManifest, ReleaseRoute } from 'contracts/release';
import { PAGE_BUDGET, routeBytes } from '../../verify/page-weight';
import { browserFiles, type Check, type Fault } from '../check';

/** Growth over the live release that needs a reason: of a page after brotli, and of all that the release ships. */
const GROWTH = { page: 15_000, scripts: 100_000, media: 2_000_000 };

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

const CODE = ['.js', '.css'];
const MEDIA = ['.webp', '.avif', '.png', '.jpg', '.jpeg', '.svg', '.woff2', '.mp4', '.webm', '.pdf'];

const total = (manifest: ReleaseManifest, endings: readonly string[]): number =>
  browserFiles({ manifest }, ...endings).reduce((sum, file) => sum + (manifest.files[file]?.bytes ?? 0), 0);

const grown = (what: string, before: number, after: number, allowed: number): Fault[] =>
  after - before <= allowed
    ? []
    : [
        {
          where: what,
          what: `${kB(after - before)} more than the live release: ${kB(after)} instead of ${kB(before)}; ${kB(allowed)} are allowed.`,
          todo: 'Load what is not needed at once later, or skip this check and say why.',
        },
      ];

const overBudget = (path: string, what: string, bytes: number, budget: number): Fault[] =>
  bytes <= budget
    ? []
    : [
        {
          where: path,
          what: `${what} of ${kB(bytes)} after brotli; the budget is ${kB(budget)}.`,
          todo: 'Load what is below the fold, or first touched later, with import().',
        },
      ];

const routeFaults = (shell: ReleaseManifest, candidate: ReleaseManifest, route: ReleaseRoute): Fault[] => {
  const { scripts, styles } = routeBytes(shell, candidate, route);
  const budget = PAGE_BUDGET.scripts(route);
  return [
    ...overBudget(route.path, 'Scripts', scripts, budget),
    ...overBudget(route.path, 'Styles', styles, PAGE_BUDGET.styles),
  ];
};

const growth = (shell: ReleaseManifest, before: ReleaseManifest, after: ReleaseManifest): Fault[] => [
  ...after.routes.flatMap((route) => {
    const known = before.routes.find(({ path }) => path === route.path);
    if (!known) return [];
    const [was, is] = [routeBytes(shell, before, known), routeBytes(shell, after, route)];
    return grown(route.path, was.scripts + was.styles, is.scripts + is.styles, GROWTH.page);
  }),
  ...grown('all scripts and styles', total(before, CODE), total(after, CODE), GROWTH.scripts),
  ...grown('pictures, fonts and films', total(before, MEDIA), total(after, MEDIA), GROWTH.media),
];

export const sizes: Check = {
  name: 'sizes',
  holds: 'pages are within budget and have not grown much',
  async run({ candidate, shell, live }) {
    const { manifest } = candidate;
    return [
      ...manifest.routes.flatMap((route) => routeFaults(shell.manifest, manifest, route)),
      ...(live ? growth(shell.manifest, live, manifest) : []),
    ];
  },
};
