/** Sent to `window` while developing, with the new `RemoteApp` as detail, when a remote's code was swapped; who takes it prevents the default. */
export const APP_UPDATED = 'remote-app-updated';
