import { createSandbox } from './app';
import { readAssets } from './checkout';
import { readSettings, SettingsError } from './settings';

const stop = (sentence: string): never => {
  console.error(sentence);
  process.exit(1);
};

function settingsOrStop() {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof SettingsError) return stop(error.message);
    throw error;
  }
}

const settings = settingsOrStop();
const { host, port } = settings;
const assets = await readAssets(new URL('./browser/', import.meta.url)).catch(() =>
  stop('The payment sandbox has not been built: run "npm run --prefix payment-sandbox build" first.'),
);
const sandbox = createSandbox(settings, assets);

const address = await sandbox
  .listen({ port, host })
  .catch((error: NodeJS.ErrnoException) =>
    stop(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken: stop what uses it, or set PAYMENT_SANDBOX_PORT to another one.`
        : `The payment sandbox cannot listen on ${host}:${port}: ${error.message}.`,
    ),
  );
const at = `http://localhost:${new URL(address).port}`;
console.log(`Payment sandbox (no money moves) at ${at}, events to ${settings.webhookUrl || 'nobody'}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    sandbox.close().then(() => process.exit(0));
  });
}
