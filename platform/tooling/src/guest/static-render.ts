import type { RemoteJson } from './remote-json';

/** The server entry of a guest that brings none: each page is its title, its description, and the `html` of `remote.json`. */
export const staticRender = (routes: RemoteJson['routes']): string => `const routes = ${JSON.stringify(routes)};
const parts = (path) => path.split('/').filter(Boolean);
const owns = (pattern, path) =>
  parts(pattern).length === parts(path).length &&
  parts(pattern).every((part, index) => part.startsWith(':') || part === parts(path)[index]);

export async function render({ url }) {
  const { pathname } = new URL(url);
  const route = routes.find(({ path }) => owns(path, pathname));
  if (!route) throw new Error('This remote owns no route for ' + pathname + '.');
  const { title, description, html } = route;
  return { status: 200, head: { title, description }, html, data: null, maxAge: 3600 };
}
`;
