export { createRemote } from './create-remote';
export type {
  AnyPage,
  DefinePage,
  LoadContext,
  Loaded,
  PageDefinition,
  PageProps,
  RemoteDefinition,
  RemoteRoute,
} from './pages/page';
export { definePage } from './pages/page';
export { RemoteContext, type RemoteEnvironment, useRemote } from './remote-context';
