/** How the alert of a failed payment begins; the provider's description follows. The pages differ, as specified. */
export const COURSES_FAILURE = 'Payment failed: ';
export const ONE_ON_ONE_FAILURE = 'Payment failed. Error: ';
