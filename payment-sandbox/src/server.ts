import { createSandbox } from './app';
import { readAssets } from './checkout';
import { readSettings, SettingsError } from './settings';

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const { host, port } = settings;
  const assets = await readAssets(new URL('./browser/', import.meta.url)).catch(() => {
    throw new SettingsError(
      'The payment sandbox has not been built: run "npm run --prefix payment-sandbox build" first.',
    );
  });
  const sandbox = createSandbox(settings, assets);
  const address = await sandbox.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new SettingsError(
      error.code === 'EADDRINUSE'
        ? `Port ${port} is taken: stop what uses it, or set PAYMENT_SANDBOX_PORT to another one.`
        : `The payment sandbox cannot listen on ${host}:${port}: ${error.message}.`,
    );
  });
  const at = `http://localhost:${new URL(address).port}`;
  console.log(`Payment sandbox (no money moves) at ${at}, events to ${settings.webhookUrl || 'nobody'}`);
  const stop = () => sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop).once('SIGINT', stop);
}

start().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
