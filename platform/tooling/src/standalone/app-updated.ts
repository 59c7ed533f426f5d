/** The event on `window` after a hot update, with the new `RemoteApp` as detail. A handler that mounts it prevents the default. */
export const APP_UPDATED = 'remote-app-updated';
