export { createRemote } from './create-remote';
export type {
  Answer,
  AnyPage,
  DefinePage,
  LoadContext,
  Loaded,
  PageDefinition,
  PageProps,
  RemoteDefinition,
  RemoteRoute,
} from './pages/page';
export { definePage, denied, redirect } from './pages/page';
export { RemoteContext, type RemoteEnvironment, useRemote } from './remote-context';
