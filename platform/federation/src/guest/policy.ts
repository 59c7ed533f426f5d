/** The Trusted Types policy by which a guest's entry is run. */
export const guestPolicy = (app: string): string => `guest-${app}`;
