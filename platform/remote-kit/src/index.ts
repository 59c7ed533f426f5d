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
} from './page';
export { definePage } from './page';
export { RemoteContext, type RemoteEnvironment, useRemote } from './remote-context';
