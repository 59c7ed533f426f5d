import { createApp } from './app';

const DEFAULT_PORT = 3052;

const app = createApp();
await app.listen({ port: Number(process.env.DECIDE_PORT || DEFAULT_PORT), host: process.env.HOST || '127.0.0.1' });

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
