import { createSandbox } from './app';
import { readAssets } from './checkout/assets';
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
const assets = await readAssets(new URL('./browser/', import.meta.url)).catch(() =>
  stop('The payment sandbox has not been built: run "npm run --prefix payment-sandbox build" first.'),
);
const sandbox = createSandbox(settings, assets);

sandbox.server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') {
    stop(`Port ${settings.port} is taken: stop what uses it, or set PAYMENT_SANDBOX_PORT to another one.`);
  }
  stop(`The payment sandbox cannot listen on ${settings.host}:${settings.port}: ${error.message}.`);
});

sandbox.server.listen(settings.port, settings.host, () => {
  const address = sandbox.server.address();
  const port = typeof address === 'object' && address ? address.port : settings.port;
  console.log(
    `Payment sandbox (no money moves) at http://localhost:${port}, events to ${settings.webhookUrl || 'nobody'}`,
  );
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    sandbox.close().then(() => process.exit(0));
  });
}
