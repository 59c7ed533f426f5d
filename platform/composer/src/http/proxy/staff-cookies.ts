const STAFF_COOKIE = /^(__Host-)?(console|office)-(session|attempt)$/;

/** A session of a service of staff. A browser sends it to every port of a machine, and no site has use for it. */
export const isStaffCookie = (name: string): boolean => STAFF_COOKIE.test(name);
