import type { Me } from './queries/queries';

/** Whether buttons for an app's steps are of use to somebody; the server decides. */
export const mayRelease = ({ person }: Me, app: string): boolean =>
  person.rights.some((right) => right === 'admin' || right === `releaser:${app}`);

export const isAdmin = ({ person }: Me): boolean => person.rights.includes('admin');
