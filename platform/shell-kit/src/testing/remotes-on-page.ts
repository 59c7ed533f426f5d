import type { PageState, RemoteOnPage } from '@wholepage/contracts/page';
import { type Owned, ownerOf, type Releases } from '../remotes/releases';

type Route = RemoteOnPage['routes'][number];

/** Makes a route with its own script and style, named after its path. */
const route = (path: string, change: Partial<Route> = {}): Route => {
  const page = path.replaceAll(/\W+/g, '-');
  return { path, document: false, js: [`/files/page${page}.js`], css: [`/files/page${page}.css`], ...change };
};

const remote = (name: RemoteOnPage['name'], routes: Route[]): RemoteOnPage => ({
  name,
  version: '1.2.3',
  entry: `/files/${name}/entry.js`,
  integrity: `sha384-${name}`,
  js: [`/files/${name}/entry.js`, `/files/${name}/app.js`],
  css: [`/files/${name}/app.css`],
  routes,
});

export const marketing = remote('mf-marketing', [route('/'), route('/contact')]);
export const blog = remote('mf-blog', [route('/blog', { query: ['page'] }), route('/blog/:slug')]);
/** Reached only by page loads, because its policy allows a checkout. */
export const courses = remote('mf-courses', [
  route('/courses', { document: true }),
  route('/courses/:id', { document: true }),
]);
export const remotes = [marketing, blog, courses];

/** Page state of the contact page, as the composer writes it. */
export const pageState = (change: Partial<PageState> = {}): PageState => ({
  settings: '/_settings/test.json',
  releases: { shell: '1.0.0', 'mf-marketing': '1.2.3' },
  remote: marketing,
  address: '/contact',
  rendered: true,
  data: { from: 'the server' },
  ...change,
});

/** Stubs the releases of a tab that knows all of them. */
export const stubReleases = () =>
  ({
    isKnown: true,
    setId: 'set',
    ownerOf: (path: string): Owned | undefined => ownerOf(remotes, path),
    refresh: jest.fn().mockResolvedValue(undefined),
    isOutdatedFor: jest.fn().mockReturnValue(false),
  }) satisfies Pick<Releases, keyof Releases> as Releases & { refresh: jest.Mock; isOutdatedFor: jest.Mock };

export const ownedBy = (path: string): Owned => {
  const owned = ownerOf(remotes, path);
  if (!owned) throw new Error(`Nobody owns ${path}`);
  return owned;
};
