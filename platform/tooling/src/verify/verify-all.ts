/** Every pair of bundlers, every guest, a thousand simulated canaries, and seven hundred steps of the walk. */
Object.assign(process.env, { WALK_STEPS: '700', ...process.env, TEST_ALL: '1' });

await import('./verify');

export {};
