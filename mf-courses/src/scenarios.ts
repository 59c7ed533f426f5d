/** States of the world in which QA can look at this remote. */
export const standalonePages = ['/'];
export const scenarios = [{ name: 'fine', title: 'fine', answers: [] }];
