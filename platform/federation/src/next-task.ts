/** Lets the browser answer the visitor and paint before work goes on: no task of ours is to take 50 ms on a slow phone. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
