import { defineConfig } from 'drizzle-kit';

/** `npm run --prefix api migration` writes the next SQL migration from the difference between schema and journal. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/tables/*schema.ts',
  out: './migrations',
});
