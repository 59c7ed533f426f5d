/** Where a remote finds the refresh runtime of its page. */
Object.assign(globalThis, { RefreshRuntime: require('react-refresh/runtime') });
