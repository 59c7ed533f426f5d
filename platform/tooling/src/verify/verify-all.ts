/** Every pair of bundlers, every guest, a thousand simulated canaries, and two thousand steps of the walk. */
Object.assign(process.env, { WALK_STEPS: '2000', ...process.env, TEST_ALL: '1' });

await import('./verify');

export {};
