/** The event on `window` after a hot update, with the new `RemoteApp` as detail. A mounting handler prevents the default. */
export const APP_UPDATED = 'remote-app-updated';
