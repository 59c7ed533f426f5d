import type { PageState, RemoteOnPage } from 'contracts/page';
import { testConfig } from 'contracts/testing';

type Route = RemoteOnPage['routes'][number];

/** A route with a script and a style of its own, called after its path. */
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
/** Reached by page loads alone: its policy allows a checkout. */
export const courses = remote('mf-courses', [
  route('/courses', { document: true }),
  route('/courses/:id', { document: true }),
]);
export const remotes = [marketing, blog, courses];

/** What the composer writes into the contact page. */
export const pageState = (change: Partial<PageState> = {}): PageState => ({
  config: testConfig,
  releases: {},
  remotes,
  address: '/contact',
  owner: 'mf-marketing',
  rendered: true,
  data: { from: 'the server' },
  head: { title: 'Contact' },
  ...change,
});
