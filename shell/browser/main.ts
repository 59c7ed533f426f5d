import * as runtimeCore from '@module-federation/runtime-core';
import 'shared-ui/styles/index.css';

// Remotes are built without a federation runtime of their own; they look for the host's under this name.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });

// React is shared with the remotes, and shared modules can only be awaited.
import(/* webpackChunkName: "frame" */ './start').then(({ start }) => start());
