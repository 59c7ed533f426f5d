/** Characters of an error's message in a report. */
export const LONGEST_MESSAGE = 300;

/** Places of a stack in a report. */
export const MOST_FRAMES = 8;
